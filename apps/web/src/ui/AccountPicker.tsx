import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { BalanceAmount } from './BalanceAmount.tsx';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import { Field } from './Field.tsx';
import { useFieldControl } from './field-context.ts';
import { type Money, moneyText } from './money.ts';

export type PickerAccount = Readonly<{
  bankholderid: string;
  currency: string;
  /** Currency and last four, as `useAccountName` gives them, or the customer's own name for it. */
  name: string;
  available: Money | undefined;
}>;

type PickerProps = {
  accounts: readonly PickerAccount[];
  value: string | undefined;
  onChange: (bankholderid: string) => void;
  /** The choice to pick no account, or all of them. */
  none?: string | undefined;
};

type Props = PickerProps & { label: string; hint?: string | undefined; error?: string | undefined; id?: string };

/** Every choice of an own account. The rows of the list are text, so they repeat what the closed picker shows. */
export const AccountPicker = ({ label, hint, error, id, ...picker }: Props) => (
  <Field label={label} hint={hint} error={error} id={id}>
    <Picker {...picker} />
  </Field>
);

function Picker({ accounts, value, onChange, none }: PickerProps) {
  const t = useTranslations('ui.account');
  const shown = accounts.find(({ bankholderid }) => bankholderid === value);
  const optionText = ({ name, available }: PickerAccount): string =>
    available ? t('option', { name, available: moneyText(available) }) : name;
  return (
    <span className="relative block">
      <select
        {...useFieldControl()}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="peer absolute inset-0 z-10 size-full cursor-pointer appearance-none opacity-0"
      >
        {none !== undefined && <option value="">{none}</option>}
        {accounts.map((account) => (
          <option key={account.bankholderid} value={account.bankholderid}>
            {optionText(account)}
          </option>
        ))}
      </select>
      <span
        aria-hidden
        className="flex min-h-14 items-center gap-2 rounded-control border border-line-strong sm:gap-3 bg-surface py-1.5 pr-3.5 pl-3 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-60 peer-aria-invalid:border-danger peer-aria-invalid:ring-1 peer-aria-invalid:ring-danger"
      >
        {shown ? <Chosen account={shown} /> : <span className="flex-1">{none}</span>}
        <ChevronDown size={20} className="shrink-0 text-text-muted" />
      </span>
    </span>
  );
}

const Chosen = ({ account: { currency, name, available } }: { account: PickerAccount }) => (
  <>
    <CurrencyFlag code={currency} size={28} />
    <span className="figures min-w-0 flex-1 font-semibold">{name}</span>
    <span className="shrink-0 text-right text-small leading-5 text-text-muted">
      <BalanceAmount label="available" value={available} placement="above" size="sm" className="text-text" />
    </span>
  </>
);

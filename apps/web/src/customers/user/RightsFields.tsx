import type { UserView } from '@larkmere/contract/customers/user';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { plainAmount, typedAmountText } from '../../ui/amount-input.ts';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { Users } from './user.api.ts';
import type { FormFaults, UserForm } from './user-form.ts';

type Props = {
  form: UserForm;
  change: (some: Partial<UserForm>) => void;
  faults: FormFaults;
  users: Pick<Users, 'roles' | 'accounts'>;
};

export function RightsFields({ form, change, faults, users }: Props) {
  const t = useTranslations('userManagement.form');
  return (
    <>
      <RoleChoice role={form.role} roles={users.roles} onChoose={(role) => change({ role })} />
      <AccountChoice
        chosen={form.accounts}
        accounts={users.accounts}
        onChoose={(accounts) => change({ accounts })}
        error={faults.accounts && t(faults.accounts)}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        {(['perPayment', 'daily'] as const).map((part) => (
          <LimitInput
            key={part}
            label={t(part)}
            value={form[part]}
            currency={form.currency}
            onChange={(text) => change({ [part]: text })}
            error={faults[part] && t(faults[part])}
          />
        ))}
      </div>
      <p className="-mt-3 text-small text-text-muted">{t('limitHint')}</p>
    </>
  );
}

type Role = UserView['role'];
const firstShown: readonly Role[] = ['payer', 'maker', 'approver'];

/** Native radios: arrows move, and the choice is read out. */
function RoleChoice({ role, roles, onChoose }: { role: Role; roles: readonly Role[]; onChoose: (role: Role) => void }) {
  const t = useTranslations('userManagement');
  const name = useId();
  const [all, setAll] = useState(false);
  const few = roles.filter((each) => firstShown.includes(each) || each === role);
  const shown = all || few.length < 3 ? roles : few;
  const more = roles.length - shown.length;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">{t('form.role')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line">
        {shown.map((each) => (
          <RoleOption key={each} name={name} isChosen={each === role} onChoose={() => onChoose(each)}>
            <span className="block font-semibold">{t(`role.${each}`)}</span>
            <span className="block text-small text-text-muted">{t(`does.${each}`)}</span>
          </RoleOption>
        ))}
        {more > 0 && (
          <button
            type="button"
            onClick={() => setAll(true)}
            className="flex min-h-11 w-full items-center justify-between px-4 font-semibold text-brand-text hover:bg-sunken"
          >
            {t('form.more', { count: more })}
            <ChevronDown size={18} aria-hidden />
          </button>
        )}
      </div>
    </fieldset>
  );
}

type OptionProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode };

const RoleOption = ({ name, isChosen, onChoose, children }: OptionProps) => (
  <label className="flex cursor-pointer items-start gap-3 px-4 py-3 has-checked:bg-brand-soft">
    <input
      type="radio"
      name={name}
      checked={isChosen}
      onChange={onChoose}
      className="mt-0.5 size-5 shrink-0 accent-brand"
    />
    <span>{children}</span>
  </label>
);

type AccountProps = {
  chosen: readonly string[] | null;
  accounts: Users['accounts'];
  onChoose: (ids: string[] | null) => void;
  error: string | undefined;
};

function AccountChoice({ chosen, accounts, onChoose, error }: AccountProps) {
  const t = useTranslations('userManagement.form');
  const id = useId();
  const toggle = (bankholderId: string, isOn: boolean) => {
    const others = (chosen ?? []).filter((each) => each !== bankholderId);
    onChoose(isOn ? [...others, bankholderId] : others);
  };
  const row = 'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2.5';
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error && id}>
      <legend className="mb-1.5 font-semibold">{t('accounts')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line">
        <label className={row}>
          <input
            type="checkbox"
            checked={chosen === null}
            onChange={({ target }) =>
              onChoose(target.checked ? null : accounts.map(({ bankholderId }) => bankholderId))
            }
            className="size-5 shrink-0 accent-brand"
          />
          {t('everyAccount')}
        </label>
        {chosen !== null &&
          accounts.map(({ bankholderId, currency, ending }) => (
            <label key={bankholderId} className={row}>
              <input
                type="checkbox"
                checked={chosen.includes(bankholderId)}
                onChange={({ target }) => toggle(bankholderId, target.checked)}
                className="size-5 shrink-0 accent-brand"
              />
              <CurrencyFlag code={currency} size={24} />
              <span className="figures">
                {currency} ··{ending}
              </span>
            </label>
          ))}
      </div>
      {error && (
        <p id={id} className="text-small font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type LimitProps = {
  label: string;
  value: string;
  currency: UserForm['currency'];
  onChange: (text: string) => void;
  error: string | undefined;
};

function LimitInput({ label, value, currency, onChange, error }: LimitProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Field label={label} error={error}>
      <div className="relative">
        <TextInput
          value={typed ?? typedAmountText(value, currency)}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(plainAmount(target.value, currency));
          }}
          onBlur={() => setTyped(undefined)}
          inputMode="decimal"
          autoComplete="off"
          className="figures pr-14"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-text-muted"
        >
          {currency}
        </span>
      </div>
    </Field>
  );
}

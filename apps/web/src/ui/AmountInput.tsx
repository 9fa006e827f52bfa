import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readTypedAmount, typedAmountText } from './amount-input.ts';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import { Field } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';
import { TextInput } from './TextInput.tsx';
import { useFilteredText } from './use-filtered-text.ts';

type Props = {
  label: string;
  /** What stands in the field: the customer's own text, or a plain decimal. */
  value: string;
  /** The plain decimal that was typed; the raw text while it is not an amount yet. */
  onChange: (value: string) => void;
  currency: string;
  /** What can be spent; with it comes "Use all". */
  balance?: Money | undefined;
  /** What "Use all" puts in, where less than the balance can be sent. */
  most?: string | undefined;
  error?: string | undefined;
  id?: string | undefined;
};

/** Formats when the customer leaves it, never while typing, so the caret stays where it is. */
export function AmountInput({ label, value, onChange, currency, balance, most, error, id }: Props) {
  const t = useTranslations('ui');
  const [typed, setTyped] = useState<string>();
  const { control } = useFilteredText('amount', (text) => {
    setTyped(text);
    onChange(readTypedAmount(text, currency) ?? text);
  });
  return (
    <div className="grid gap-1.5">
      <Field label={label} error={error} id={id}>
        <div className="relative">
          <TextInput
            {...control}
            value={typed ?? typedAmountText(value, currency)}
            onBlur={() => setTyped(undefined)}
            inputMode="decimal"
            autoComplete="off"
            className="figures h-16 pr-28 text-figure font-bold"
          />
          <span className="pointer-events-none absolute inset-y-0 right-4 flex items-center gap-2 font-semibold">
            <CurrencyFlag code={currency} size={24} />
            {currency}
          </span>
        </div>
      </Field>
      {balance && (
        <p className="flex min-h-8 items-center justify-between gap-3 text-small text-text-muted">
          <span>{t.rich('availableAmount', { amount: () => <MoneyAmount value={balance} size="sm" /> })}</span>
          <LinkButton onClick={() => onChange(most ?? balance.amount)}>{t('useAll')}</LinkButton>
        </p>
      )}
    </div>
  );
}

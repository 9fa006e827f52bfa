import { type Currency, type Money as Exact, formatAmount } from '@larkmere/money/money';
import { type ParsedAmount, parseAmountText } from '@larkmere/money/parse-amount';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmbiguousInputQuestion } from './AmbiguousInputQuestion.tsx';
import { isPlainAmount, plainAmount, typedAmountText } from './amount-input.ts';
import { BalanceAmount } from './BalanceAmount.tsx';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import { Field } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { type Money, moneyText } from './money.ts';
import { readerGrouping } from './reader-grouping.ts';
import { TextInput } from './TextInput.tsx';
import { useAmountError } from './use-amount-error.ts';
import { useIsSettled } from './use-is-settled.ts';

type Props = {
  label: string;
  value: string;
  /** A plain decimal, or the raw text while it is not a single amount. */
  onChange: (value: string) => void;
  currency: Currency;
  balance?: Money | undefined;
  /** The amount for "Use all" if less than the balance can be sent. */
  maxAmount?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  id?: string | undefined;
  /** Beside the label. */
  action?: ReactNode;
  /** Inside the field, in place of the currency; it may take the pointer. */
  suffix?: ReactNode;
  /** The amount is one that cannot be used; the words stand elsewhere. */
  isRefused?: boolean;
  /** The amount is of before the last change and is about to be replaced. */
  isStale?: boolean;
  /** Shows how the amount is read only where the text leaves a doubt; readers of the screen always hear it. */
  isDense?: boolean;
};

/**
 * Accepts any notation and displays how it is read. Ambiguous input is asked about and anything else is refused with a
 * message: no typed character is ever ignored. Formats on blur, so that the caret stays in place.
 */
export function AmountInput({ label, value, onChange, currency, balance, maxAmount, hint, error, id, ...look }: Props) {
  const { action, suffix, isRefused = false, isStale = false, isDense = false } = look;
  const t = useTranslations('ui');
  const [typed, setTyped] = useState<string>();
  const isSettled = useIsSettled(typed);
  const faultOf = useAmountError();
  const text = typed ?? value;
  const grouping = readerGrouping();
  const read = parseAmountText(text, currency, grouping);
  const fault = read.kind === 'invalid' && read.reason !== 'empty' ? faultOf(text, currency) : undefined;
  const choose = (amount: string) => {
    setTyped(undefined);
    onChange(amount);
  };
  useEffect(() => {
    // Another currency, or a prefilled value, can turn the text into a single amount.
    const plain = plainAmount(value, currency, grouping);
    if (plain !== value) onChange(plain);
  });
  return (
    <div className="grid gap-1.5">
      <Field
        label={label}
        hint={
          <Reading
            read={isSettled ? read : undefined}
            hint={hint}
            isHidden={isDense && (typed === undefined || isPlainAmount(typed))}
            isDense={isDense}
          />
        }
        error={error ?? (isSettled ? fault : undefined)}
        id={id}
        action={action}
      >
        <div className="relative">
          <TextInput
            value={typed ?? typedAmountText(value, currency)}
            onChange={({ target }) => {
              setTyped(target.value);
              onChange(plainAmount(target.value, currency, grouping));
            }}
            onBlur={() => setTyped(undefined)}
            inputMode="decimal"
            autoComplete="off"
            {...(isRefused && { 'aria-invalid': true })}
            className={`figures ${isDense ? 'h-14 lg:h-16' : 'h-16'} ${suffix ? 'pr-32' : 'pr-28'} text-figure font-bold ${isStale ? 'opacity-60' : ''}`}
          />
          {suffix ? (
            <span className="absolute inset-y-0 right-4 flex items-center">{suffix}</span>
          ) : (
            <span className="pointer-events-none absolute inset-y-0 right-4 flex items-center gap-2 font-semibold">
              <CurrencyFlag code={currency} size={24} />
              {currency}
            </span>
          )}
        </div>
      </Field>
      {read.kind === 'ambiguous' && isSettled && (
        <AmbiguousInputQuestion text={text.trim()} choices={readingChoices(read)} onChoose={choose} />
      )}
      {balance && (
        <p className="flex min-h-8 items-center justify-between gap-3 text-small text-text-muted">
          <span>
            <BalanceAmount label="available" value={balance} size="sm" />
          </span>
          <LinkButton onClick={() => choose(maxAmount ?? balance.amount)}>{t('useAll')}</LinkButton>
        </p>
      )}
    </div>
  );
}

const exactAmountText = (amount: Exact): string =>
  moneyText({ amount: formatAmount(amount), currency: amount.currency });

const readingChoices = ({ amount, other }: Extract<ParsedAmount, { kind: 'ambiguous' }>) =>
  [amount, ...(other ? [other] : [])].map((each) => ({ label: exactAmountText(each), value: formatAmount(each) }));

type ReadingProps = {
  read: ParsedAmount | undefined;
  hint: string | undefined;
  isHidden: boolean;
  isDense: boolean;
};

function Reading({ read, hint, isHidden, isDense }: ReadingProps) {
  const isRefused = read?.kind === 'ambiguous' || (read?.kind === 'invalid' && read.reason !== 'empty');
  const look = isHidden ? 'sr-only' : `block ${isRefused || isDense ? '' : 'min-h-5'}`;
  return (
    <>
      <span role="status" className={`figures ${look}`}>
        {read?.kind === 'amount' && exactAmountText(read.amount)}
      </span>
      {hint && <span className="block">{hint}</span>}
    </>
  );
}

import { type Currency, type Money as Exact, formatAmount } from '@larkmere/money/money';
import { type AmountText, parseAmountText } from '@larkmere/money/parse-amount';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { plainAmount, typedAmountText } from './amount-input.ts';
import { BalanceAmount } from './BalanceAmount.tsx';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import { Field } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { type Money, moneyText } from './money.ts';
import { ReadingQuestion } from './ReadingQuestion.tsx';
import { TextInput } from './TextInput.tsx';
import { useAmountFault } from './use-amount-fault.ts';
import { useSettled } from './use-settled.ts';

type Props = {
  label: string;
  /** What stands in the field: the customer's own text, or a plain decimal. */
  value: string;
  /** The plain decimal that was typed; the raw text while it is not one amount. */
  onChange: (value: string) => void;
  currency: Currency;
  /** What can be spent; with it comes "Use all". */
  balance?: Money | undefined;
  /** What "Use all" puts in, where less than the balance can be sent. */
  most?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  id?: string | undefined;
};

/**
 * Takes an amount in any way of writing and shows beneath how it is read. What can be read in two ways is asked, anything
 * else is refused in words: nothing typed is ever left out. Formats when the customer leaves it, so the caret stays.
 */
export function AmountInput({ label, value, onChange, currency, balance, most, hint, error, id }: Props) {
  const t = useTranslations('ui');
  const [typed, setTyped] = useState<string>();
  const isSettled = useSettled(typed);
  const faultOf = useAmountFault();
  const text = typed ?? value;
  const read = parseAmountText(text, currency);
  const fault = read.kind === 'invalid' && read.reason !== 'empty' ? faultOf(text, currency) : undefined;
  const choose = (amount: string) => {
    setTyped(undefined);
    onChange(amount);
  };
  useEffect(() => {
    // Another currency, or an address that was opened, can make one amount of a text.
    const plain = plainAmount(value, currency);
    if (plain !== value) onChange(plain);
  });
  return (
    <div className="grid gap-1.5">
      <Field
        label={label}
        hint={<Reading read={isSettled ? read : undefined} hint={hint} />}
        error={error ?? (isSettled ? fault : undefined)}
        id={id}
      >
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
            className="figures h-16 pr-28 text-figure font-bold"
          />
          <span className="pointer-events-none absolute inset-y-0 right-4 flex items-center gap-2 font-semibold">
            <CurrencyFlag code={currency} size={24} />
            {currency}
          </span>
        </div>
      </Field>
      {read.kind === 'ambiguous' && isSettled && (
        <ReadingQuestion text={text.trim()} choices={choicesOf(read)} onChoose={choose} />
      )}
      {balance && (
        <p className="flex min-h-8 items-center justify-between gap-3 text-small text-text-muted">
          <span>
            <BalanceAmount label="available" value={balance} size="sm" />
          </span>
          <LinkButton onClick={() => choose(most ?? balance.amount)}>{t('useAll')}</LinkButton>
        </p>
      )}
    </div>
  );
}

const exactText = (amount: Exact): string => moneyText({ amount: formatAmount(amount), currency: amount.currency });

const choicesOf = ({ amount, other }: Extract<AmountText, { kind: 'ambiguous' }>) =>
  [amount, ...(other ? [other] : [])].map((each) => ({ label: exactText(each), value: formatAmount(each) }));

type ReadingProps = { read: AmountText | undefined; hint: string | undefined };

/** The line keeps its height while somebody types, so that nothing jumps, and gives way to a question or a fault. */
function Reading({ read, hint }: ReadingProps) {
  const isRefused = read?.kind === 'ambiguous' || (read?.kind === 'invalid' && read.reason !== 'empty');
  return (
    <>
      <span role="status" className={`figures block ${isRefused ? '' : 'min-h-5'}`}>
        {read?.kind === 'amount' && exactText(read.amount)}
      </span>
      {hint && <span className="block">{hint}</span>}
    </>
  );
}

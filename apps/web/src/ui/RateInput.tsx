import { parseRateText, type RateText } from '@larkmere/money/parse-rate';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from './Field.tsx';
import { ReadingQuestion } from './ReadingQuestion.tsx';
import { plainRate } from './rate-input.ts';
import { TextInput } from './TextInput.tsx';
import { useSettled } from './use-settled.ts';

type Props = {
  label: string;
  /** A plain decimal, or the customer's own text while that is not one number. */
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  id?: string | undefined;
  /** A rate from what is sold to what is bought, typed as `1 GBP = [ ] EUR`. */
  pair?: Readonly<{ sell: string; buy: string }> | undefined;
  /** Stands at the end of the label's line, such as the rate of now. */
  action?: ReactNode;
};

/** A rate or a percentage typed by hand: as `AmountInput`, for a number without a currency. The text stays as it was typed. */
export function RateInput({ label, value, onChange, hint, error, optional, id, pair, action }: Props) {
  const t = useTranslations('typed');
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && plainRate(typed) === value ? typed : value;
  const read = parseRateText(text);
  const isSettled = useSettled(typed);
  const fault = read.kind === 'invalid' && read.reason !== 'empty' ? t(`rateFault.${read.reason}`) : undefined;
  return (
    <div className="grid gap-1.5">
      <Field
        label={pair ? <PairLabel label={label} pair={pair} /> : label}
        hint={<Reading read={isSettled ? read : undefined} text={text} hint={hint} />}
        error={(isSettled ? fault : undefined) ?? error}
        optional={optional}
        id={id}
        action={action}
      >
        <div className="flex items-center gap-2.5 font-semibold">
          {pair && <PairSide>1 {pair.sell} =</PairSide>}
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            className="figures font-normal"
            value={text}
            onChange={({ target }) => {
              setTyped(target.value);
              onChange(plainRate(target.value));
            }}
          />
          {pair && <PairSide>{pair.buy}</PairSide>}
        </div>
      </Field>
      {read.kind === 'ambiguous' && isSettled && (
        <ReadingQuestion
          text={text.trim()}
          choices={[read.rate, read.other].map((rate) => ({ label: rate, value: rate }))}
          onChoose={onChange}
        />
      )}
    </div>
  );
}

const PairSide = ({ children }: { children: ReactNode }) => (
  <span aria-hidden className="figures shrink-0">
    {children}
  </span>
);

function PairLabel({ label, pair }: { label: string; pair: NonNullable<Props['pair']> }) {
  const t = useTranslations('ui');
  return (
    <>
      {label} <span className="sr-only">{t('rateOf', pair)}</span>
    </>
  );
}

type ReadingProps = { read: RateText | undefined; text: string; hint: string | undefined };

/** Says how a rate is read only where that is not what was typed. */
function Reading({ read, text, hint }: ReadingProps) {
  const t = useTranslations('typed');
  return (
    <>
      {hint && <span className="block">{hint}</span>}
      <span role="status" className="figures">
        {read?.kind === 'rate' && read.rate !== text.trim() && t('readAs', { reading: read.rate })}
      </span>
    </>
  );
}

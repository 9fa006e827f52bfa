import { parseRateText, type RateText } from '@larkmere/money/parse-rate';
import { useState } from 'react';
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
};

/** A rate or a percentage typed by hand: as `AmountInput`, for a number without a currency. The text stays as it was typed. */
export function RateInput({ label, value, onChange, hint, error, optional, id }: Props) {
  const t = useTranslations('typed');
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && plainRate(typed) === value ? typed : value;
  const read = parseRateText(text);
  const isSettled = useSettled(typed);
  const fault = read.kind === 'invalid' && read.reason !== 'empty' ? t(`rateFault.${read.reason}`) : undefined;
  return (
    <div className="grid gap-1.5">
      <Field
        label={label}
        hint={<Reading read={isSettled ? read : undefined} text={text} hint={hint} />}
        error={(isSettled ? fault : undefined) ?? error}
        optional={optional}
        id={id}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(plainRate(target.value));
          }}
        />
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

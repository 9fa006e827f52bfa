import { type ParsedRate, parseRateText } from '@larkmere/money/parse-rate';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmbiguousInputQuestion } from './AmbiguousInputQuestion.tsx';
import { Field } from './Field.tsx';
import { plainRate } from './rate-input.ts';
import { TextInput } from './TextInput.tsx';
import { useIsSettled } from './use-is-settled.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  id?: string | undefined;
  pair?: Readonly<{ sell: string; buy: string }> | undefined;
  action?: ReactNode;
};

export function RateInput({ label, value, onChange, hint, error, optional, id, pair, action }: Props) {
  const t = useTranslations('typed');
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && plainRate(typed) === value ? typed : value;
  const read = parseRateText(text);
  const isSettled = useIsSettled(typed);
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
        <AmbiguousInputQuestion
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

type ReadingProps = { read: ParsedRate | undefined; text: string; hint: string | undefined };

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

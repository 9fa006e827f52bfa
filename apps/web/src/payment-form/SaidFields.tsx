import type { PaymentBackground } from '@larkmere/contract/payment-background';
import { choices } from '@larkmere/contract/payment-choices';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CardNumberWarning } from '../ui/CardNumberWarning.tsx';
import { Field } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextInput } from '../ui/TextInput.tsx';

type Choice = keyof typeof choices;
type Props = {
  value: PaymentBackground;
  onChange: (value: PaymentBackground) => void;
  asks: readonly Choice[];
  needs?: readonly Choice[];
  known?: Readonly<Partial<Record<Choice, string | undefined>>>;
  faults?: Readonly<Partial<Record<Choice, string | undefined>>>;
  children?: ReactNode;
  isTold?: boolean;
};

export function SaidFields({ value, onChange, asks, needs = [], known = {}, faults = {}, ...rest }: Props) {
  const { children, isTold = false } = rest;
  const t = useTranslations('paymentForm');
  const [isOpen, setOpen] = useState(isTold || Boolean(value.note) || asks.some((key) => value[key]));
  const label = (key: Choice, code: string): string => t(`${key}.${code}` as 'purposeCode.GDDS');
  const unsaid = (key: Choice): string => {
    if (known[key]) return t('said.asPayee');
    return t(needs.includes(key) ? 'said.choose' : 'said.unsaid');
  };
  const drawn = (key: Choice) => (
    <SelectField
      key={key}
      id={saidId(key)}
      label={t(`said.${key}`)}
      optional={!needs.includes(key)}
      error={faults[key]}
      value={value[key] ?? ''}
      onChange={({ target }) => onChange({ ...value, [key]: choices[key].find((code) => code === target.value) })}
      options={[
        { value: '', label: unsaid(key) },
        ...choices[key].map((code) => ({ value: code, label: label(key, code) })),
      ]}
    />
  );
  return (
    <>
      {needs.map(drawn)}
      <details open={isOpen || isTold} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-8 cursor-pointer font-semibold">{t('said.more')}</summary>
        <div className="grid gap-5 pt-4">
          {asks.map(drawn)}
          <Field label={t('said.note')} hint={t('said.noteHint')} optional>
            <TextInput
              autoComplete="off"
              maxLength={500}
              value={value.note ?? ''}
              onChange={({ target }) => onChange({ ...value, note: target.value })}
            />
            <CardNumberWarning text={value.note ?? ''} />
          </Field>
          {children}
        </div>
      </details>
    </>
  );
}

export const saidId = (key: Choice): string => `payment-${key}`;

export const saidIn = (value: PaymentBackground | undefined): PaymentBackground =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, said]) => said?.trim()));

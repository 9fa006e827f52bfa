import { choices, type PaymentBackground } from '@larkmere/contract/payment-background';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextInput } from '../ui/TextInput.tsx';

type Choice = keyof typeof choices;
type Props = {
  value: PaymentBackground;
  onChange: (value: PaymentBackground) => void;
  /** What the banks on this way may want to know. */
  asks: readonly Choice[];
};

/** What may be said of a payment beyond what it needs: it does not stand in the way. */
export function SaidFields({ value, onChange, asks }: Props) {
  const t = useTranslations('paymentForm');
  const [isOpen, setOpen] = useState(Object.values(value).some(Boolean));
  const label = (key: Choice, code: string): string => t(`${key}.${code}` as 'purposeCode.GDDS');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 cursor-pointer font-semibold">{t('said.more')}</summary>
      <div className="grid gap-5 pt-4">
        {asks.map((key) => (
          <SelectField
            key={key}
            label={t(`said.${key}`)}
            optional
            value={value[key] ?? ''}
            onChange={({ target }) => onChange({ ...value, [key]: choices[key].find((code) => code === target.value) })}
            options={[
              { value: '', label: t(key === 'sourceOfFunds' ? 'said.unsaid' : 'said.asPayee') },
              ...choices[key].map((code) => ({ value: code, label: label(key, code) })),
            ]}
          />
        ))}
        <Field label={t('said.note')} hint={t('said.noteHint')} optional>
          <TextInput
            autoComplete="off"
            maxLength={500}
            value={value.note ?? ''}
            onChange={({ target }) => onChange({ ...value, note: target.value })}
          />
        </Field>
      </div>
    </details>
  );
}

/** The same as it goes out: what is empty is left out. */
export const saidIn = (value: PaymentBackground | undefined): PaymentBackground =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, said]) => said?.trim()));

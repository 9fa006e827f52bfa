import { regulatoryCodes } from '@larkmere/contract/payments/regulatory-codes';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CardNumberWarning } from '../../ui/CardNumberWarning.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Choice = keyof typeof regulatoryCodes;
type Props = {
  value: RegulatoryInformationInput;
  onChange: (value: RegulatoryInformationInput) => void;
  optionalFields: readonly Choice[];
  requiredFields?: readonly Choice[];
  defaults?: Readonly<Partial<Record<Choice, string | undefined>>>;
  errors?: Readonly<Partial<Record<Choice, string | undefined>>>;
  children?: ReactNode;
  isExpanded?: boolean;
};

export function RegulatoryFields({
  value,
  onChange,
  optionalFields,
  requiredFields = [],
  defaults = {},
  errors = {},
  ...rest
}: Props) {
  const { children, isExpanded = false } = rest;
  const t = useTranslations('paymentForm');
  const [isOpen, setOpen] = useState(isExpanded || Boolean(value.note) || optionalFields.some((key) => value[key]));
  const label = (key: Choice, code: string): string => t(`${key}.${code}` as 'purposeCode.GDDS');
  const unsaid = (key: Choice): string => {
    if (defaults[key]) return t('said.asPayee');
    return t(requiredFields.includes(key) ? 'said.choose' : 'said.unsaid');
  };
  const drawn = (key: Choice) => (
    <SelectField
      key={key}
      id={regulatoryFieldId(key)}
      label={t(`said.${key}`)}
      optional={!requiredFields.includes(key)}
      error={errors[key]}
      value={value[key] ?? ''}
      onChange={({ target }) =>
        onChange({ ...value, [key]: regulatoryCodes[key].find((code) => code === target.value) })
      }
      options={[
        { value: '', label: unsaid(key) },
        ...regulatoryCodes[key].map((code) => ({ value: code, label: label(key, code) })),
      ]}
    />
  );
  return (
    <>
      {requiredFields.map(drawn)}
      <details open={isOpen || isExpanded} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-8 cursor-pointer font-semibold">{t('said.more')}</summary>
        <div className="grid gap-5 pt-4">
          {optionalFields.map(drawn)}
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

export const regulatoryFieldId = (key: Choice): string => `payment-${key}`;

export const trimRegulatoryInfo = (value: RegulatoryInformationInput | undefined): RegulatoryInformationInput =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, text]) => text?.trim()));

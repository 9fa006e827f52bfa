import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { AuditFilter } from './audit-log.api.ts';

const periods = [1, 7, 31, 366] as const;

export type Typed = Readonly<{ customer: string; actor: string; action: string; entity: string; days: number }>;

export const toFilter = ({ days, ...texts }: Typed): AuditFilter => ({
  days,
  ...Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))),
});

type Props = { typed: Typed; onChange: (change: Partial<Typed>) => void };

export function AuditFilters({ typed, onChange }: Props) {
  const t = useTranslations('manageAuditLog');
  const text = (name: 'customer' | 'actor' | 'action' | 'entity', most: number) => (
    <TextInput
      value={typed[name]}
      maxLength={most}
      autoComplete="off"
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-5">
      <Field label={t('customer')}>{text('customer', 20)}</Field>
      <Field label={t('actor')} hint={t('actorHint')}>
        {text('actor', 100)}
      </Field>
      <Field label={t('action')}>{text('action', 60)}</Field>
      <Field label={t('entity')} hint={t('entityHint')}>
        {text('entity', 100)}
      </Field>
      <SelectField
        label={t('period')}
        value={String(typed.days)}
        onChange={({ target }) => onChange({ days: Number(target.value) })}
        options={periods.map((days) => ({ value: String(days), label: t(`days.d${days}`) }))}
      />
    </div>
  );
}

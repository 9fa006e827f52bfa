import {
  isConfidential,
  type LegalBasis,
  legalBases,
  reasonsFor,
  type StatusChangeReason,
} from '@larkmere/contract/back-office/status-change-rules';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { Lock, MessageSquare } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { daysUntil, type StatusFaults, type StatusForm } from './status-form.ts';

type Props = {
  from: AccountStatus;
  form: StatusForm;
  change: (some: Partial<StatusForm>) => void;
  faults: StatusFaults;
  name: string;
  noticeDays: number;
  now: Date;
};

export function StatusFields({ from, form, change, faults, name, ...notice }: Props) {
  const t = useTranslations('manageAccountStatus');
  const isSecret = isConfidential(form.reason);
  return (
    <div className="grid gap-4">
      <SelectField
        label={t('reason')}
        value={form.reason}
        onChange={({ target }) => change({ reason: target.value as StatusChangeReason })}
        options={reasonsFor(from, form.status).map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
      {form.status === 'closing' && <NoticeFields {...{ form, change, faults, ...notice }} />}
      {isSecret ? (
        <p className="rounded-control bg-sunken p-3 text-small">{t('messageSecret')}</p>
      ) : (
        <Field
          label={
            <>
              <MessageSquare size={16} aria-hidden className="mr-1.5 inline" />
              {t('message', { name })}
            </>
          }
          optional={!form.notifies}
          error={faults.message && t(faults.message)}
        >
          <TextArea value={form.message} maxLength={500} onChange={({ target }) => change({ message: target.value })} />
        </Field>
      )}
      <Field
        label={
          <>
            <Lock size={16} aria-hidden className="mr-1.5 inline" />
            {t('note')}
          </>
        }
        error={faults.note && t(faults.note)}
      >
        <TextArea value={form.note} maxLength={2000} onChange={({ target }) => change({ note: target.value })} />
      </Field>
      <Checkbox checked={form.notifies} onChange={({ target }) => change({ notifies: target.checked })}>
        {t('tell', { name })}
        <span className="block text-small text-text-muted">{t('tellHint')}</span>
      </Checkbox>
    </div>
  );
}

type NoticeProps = Pick<Props, 'form' | 'change' | 'faults' | 'noticeDays' | 'now'>;

function NoticeFields({ form, change, faults, noticeDays, now }: NoticeProps) {
  const t = useTranslations('manageAccountStatus');
  const days = daysUntil(form.noticeEnds, now);
  return (
    <div className="grid gap-4">
      <SelectField
        label={t('legalBasis')}
        value={form.legalBasis}
        onChange={({ target }) => change({ legalBasis: target.value as LegalBasis })}
        options={legalBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
      />
      <Field
        label={t('noticeEnds')}
        hint={days >= 0 ? t('noticeHint', { days: String(days), least: String(noticeDays) }) : undefined}
        error={faults.noticeEnds && t(faults.noticeEnds, { least: String(noticeDays) })}
      >
        <TextInput
          type="date"
          value={form.noticeEnds}
          onChange={({ target }) => change({ noticeEnds: target.value })}
        />
      </Field>
    </div>
  );
}

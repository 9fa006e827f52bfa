import type { CustomerHeader } from '@larkmere/contract/back-office/customer-file';
import type { AccountStatusFile } from '@larkmere/contract/back-office/status-change';
import { needsSecondPerson } from '@larkmere/contract/back-office/status-change-rules';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StatusFields } from './StatusFields.tsx';
import { StatusPreview } from './StatusPreview.tsx';
import { useChangeStatus } from './status-change.api.ts';
import { findFaults, newForm, toOrder } from './status-form.ts';

type Props = { header: CustomerHeader; file: AccountStatusFile; onClose: () => void };

export function StatusDialog({ header, file, onClose }: Props) {
  const t = useTranslations('manageAccountStatus');
  const statusName = useTranslations('manageCustomer.status');
  const { at } = useDateTimeTexts();
  const id = useId();
  const [now] = useState(() => new Date());
  const { status: from, since, allowedNext, noticeDays } = file;
  const [form, setForm] = useState(() => newForm(from, allowedNext[0] ?? from, noticeDays, now));
  const [tried, setTried] = useState(false);
  const needsSecond = needsSecondPerson(from, form.status);
  const change = useChangeStatus(header.uid);
  const sending = useIdempotentRequest(change.mutateAsync, () => {
    showToast({ kind: 'success', text: t(needsSecond ? 'done.proposed' : 'done.changed') });
    onClose();
  });
  const faults = findFaults(form, noticeDays, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length === 0) void sending.send(toOrder(header.uid, form, sending.key));
  };
  const [name = header.name] = header.name.split(' ');
  const about = { name: header.name, memberCode: header.memberCode, status: statusName(from), day: at(since) };
  return (
    <Dialog
      size="wide"
      title={t('title')}
      description={t('about', about)}
      onClose={onClose}
      actions={
        <>
          <p className="flex-1 self-center text-small text-text-muted">
            {needsSecond ? t('secondPerson', { name }) : t('atOnce')}
          </p>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} busy={sending.sending}>
            {t(`send.${needsSecond ? 'propose' : form.status}`)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
        <StatusChoice
          chosen={form.status}
          offered={allowedNext}
          onChoose={(status) =>
            setForm({ ...newForm(from, status, noticeDays, now), message: form.message, note: form.note })
          }
        />
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
          <StatusFields
            from={from}
            form={form}
            change={(some) => setForm({ ...form, ...some })}
            faults={tried ? faults : {}}
            name={name}
            noticeDays={noticeDays}
            now={now}
          />
          <StatusPreview from={from} form={form} name={name} />
        </div>
      </form>
    </Dialog>
  );
}

type ChoiceProps = {
  chosen: AccountStatus;
  offered: readonly AccountStatus[];
  onChoose: (status: AccountStatus) => void;
};

/** Native radios: arrows move, and the choice is read out. */
function StatusChoice({ chosen, offered, onChoose }: ChoiceProps) {
  const t = useTranslations('manageAccountStatus');
  const statusName = useTranslations('manageCustomer.status');
  const group = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">{t('next')}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {offered.map((status) => (
          <StatusOption key={status} group={group} isChosen={status === chosen} onChoose={() => onChoose(status)}>
            <span className="block font-semibold">{statusName(status)}</span>
            <span className="block text-small text-text-muted">{t(`does.${status}`)}</span>
          </StatusOption>
        ))}
      </div>
      <p className="text-small text-text-muted">{t('nextHint')}</p>
    </fieldset>
  );
}

type OptionProps = { group: string; isChosen: boolean; onChoose: () => void; children: ReactNode };

const StatusOption = ({ group, isChosen, onChoose, children }: OptionProps) => (
  <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line-strong p-3 has-checked:border-brand has-checked:bg-brand-soft">
    <input
      type="radio"
      name={group}
      checked={isChosen}
      onChange={onChoose}
      className="mt-0.5 size-5 shrink-0 accent-brand"
    />
    <span>{children}</span>
  </label>
);

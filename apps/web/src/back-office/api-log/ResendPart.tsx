import type { ApiCall, ResendRequest } from '@larkmere/contract/back-office/api-log';
import { allows } from '@larkmere/contract/back-office/permissions';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { useDecideResend, useResend } from './api-log.api.ts';

const atLeast = 10;

/** What can be done about a call, or why nothing can. */
export function ResendPart({ call }: { call: ApiCall }) {
  const t = useTranslations('manageApiLog.resend');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const { resend, resendBar } = call;
  if (resend?.state === 'waiting') return <WaitingResend request={resend} />;
  return (
    <div className="grid gap-3 border-t border-line pt-4 text-small">
      {resend && (
        <p>
          {resend.state === 'sent'
            ? t('decided.sent', { at: at(resend.decidedAt ?? resend.requestedAt) })
            : t('decided.refused', { note: resend.note ?? '' })}
        </p>
      )}
      {resendBar !== null && <p className="text-text-muted">{t(`bar.${resendBar}`)}</p>}
      {resendBar === null && allows(permissions, ['api_log', 'act']) && <ResendForm call={call} />}
    </div>
  );
}

function ResendForm({ call: { id, resendMovesMoney } }: { call: ApiCall }) {
  const t = useTranslations('manageApiLog.resend');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useResend();
  const sending = useIdempotentRequest(mutateAsync, ({ state }) =>
    showToast({ kind: 'success', text: t(state === 'sent' ? 'sent' : 'asked') }),
  );
  const isShort = reason.trim().length < atLeast;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ id, reason: reason.trim(), idempotency: sending.key });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p>
        {t('safe')} {resendMovesMoney && t('money')}
      </p>
      <Field label={t('reason')} error={tried && isShort ? t('reasonMissing') : undefined}>
        <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <Button type="submit" busy={sending.sending} className="justify-self-start">
        {t(resendMovesMoney ? 'ask' : 'send')}
      </Button>
    </form>
  );
}

/** A request of a colleague to agree to, or an own one that waits. */
export function WaitingResend({ request }: { request: ResendRequest }) {
  const t = useTranslations('manageApiLog.resend');
  const { permissions } = useStaffSession();
  const [refusing, setRefusing] = useState(false);
  const [note, setNote] = useState('');
  const { mutateAsync } = useDecideResend();
  const sending = useIdempotentRequest(mutateAsync, ({ state }) =>
    showToast({ kind: 'success', text: t(state === 'sent' ? 'sent' : 'refused') }),
  );
  const { uid, reason, requestedBy, isOwn } = request;
  if (isOwn || !allows(permissions, ['api_log', 'act']))
    return <Notice kind="info">{isOwn ? t('own', { reason }) : t('waiting', { name: requestedBy, reason })}</Notice>;
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim().length >= atLeast) void sending.send({ uid, note: note.trim(), idempotency: sending.key });
  };
  return (
    <div className="grid gap-3 rounded-control border border-line p-4 text-small">
      <p>{t('waiting', { name: requestedBy, reason })}</p>
      {refusing && (
        <form id={uid} noValidate onSubmit={refuse}>
          <Field label={t('note')} error={note && note.trim().length < atLeast ? t('reasonMissing') : undefined}>
            <TextInput value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
          </Field>
        </form>
      )}
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <div className="flex flex-wrap gap-3">
        {!refusing && (
          <Button busy={sending.sending} onClick={() => void sending.send({ uid, idempotency: sending.key })}>
            {t('approve')}
          </Button>
        )}
        {refusing ? (
          <Button type="submit" form={uid} kind="danger" busy={sending.sending}>
            {t('refuse')}
          </Button>
        ) : (
          <Button kind="secondary" onClick={() => setRefusing(true)}>
            {t('refuse')}
          </Button>
        )}
      </div>
    </div>
  );
}

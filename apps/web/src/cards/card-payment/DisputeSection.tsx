import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { type CardDispute, type CardPaymentDetails, useSendEvidence } from './card-payment.api.ts';
import { DisputeForm } from './DisputeForm.tsx';
import { DocumentList } from './DocumentList.tsx';
import { UploadButton } from './UploadButton.tsx';

export function DisputeSection({ payment }: { payment: CardPaymentDetails }) {
  const t = useTranslations('cardPayment.dispute');
  const [isOpen, setOpen] = useState(false);
  const { disputes, canDispute } = payment;
  if (disputes.length === 0 && !canDispute) return null;
  return (
    <section className="grid gap-3">
      <h3 className="font-bold">{t(disputes.length > 0 ? 'title' : 'start')}</h3>
      {disputes.map((dispute) => (
        <Dispute key={dispute.uid} payment={payment} dispute={dispute} />
      ))}
      {canDispute && !isOpen && (
        <>
          {disputes.length === 0 && <p className="text-small text-text-muted">{t('startText')}</p>}
          <Button kind="secondary" className="w-fit" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        </>
      )}
      {canDispute && isOpen && <DisputeForm payment={payment} onClose={() => setOpen(false)} />}
    </section>
  );
}

const kinds: Record<CardDispute['state'], StatusKind> = {
  opened: 'info',
  rejected: 'danger',
  received: 'info',
  documents_wanted: 'warning',
  with_merchant: 'info',
  won: 'success',
  lost: 'neutral',
};

function Dispute({ payment, dispute }: { payment: CardPaymentDetails; dispute: CardDispute }) {
  const t = useTranslations('cardPayment.dispute');
  const { at } = useDateTimeTexts();
  const { state, stateText, amount, reason, note, timeline } = dispute;
  return (
    <div className="grid gap-3 rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{t('disputed', { amount: moneyText(amount), reason: t(`reasons.${reason}`) })}</p>
        <span role="status">
          <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
        </span>
      </div>
      <p className="text-small">{stateText}</p>
      <p className="text-small wrap-anywhere text-text-muted">{note}</p>
      {state === 'documents_wanted' && <EvidenceRequest payment={payment} answerBy={dispute.answerBy} />}
      <Timeline
        items={timeline.map((step) => ({
          title: t(`state.${step.state}`),
          state: step.state === 'lost' || step.state === 'rejected' ? 'failed' : 'done',
          at: at(step.at),
        }))}
      />
    </div>
  );
}

function EvidenceRequest({ payment, answerBy }: { payment: CardPaymentDetails; answerBy: string | null }) {
  const t = useTranslations('cardPayment.dispute');
  const locale = useLocale();
  const sending = useIdempotentRequest(useSendEvidence().mutateAsync, () =>
    showToast({ kind: 'success', text: t('evidenceSent') }),
  );
  const evidence = payment.documents.filter(({ purpose }) => purpose === 'evidence');
  const isNew = evidence.some(({ canRemove, state }) => canRemove && state !== 'refused');
  return (
    <div className="grid gap-3">
      {answerBy && (
        <p className="text-small font-semibold">{t('answerBy', { day: formatDate(new Date(answerBy), locale) })}</p>
      )}
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
      {evidence.length > 0 && <DocumentList documents={evidence} />}
      <div className="flex flex-wrap gap-3">
        <UploadButton id={payment.uid} purpose="evidence" label={t('addEvidence')} />
        {isNew && (
          <Button
            busy={sending.sending || sending.unknown}
            busyLabel={t('sending')}
            onClick={() => void sending.send({ id: payment.uid, idempotency: sending.key })}
          >
            {t('sendEvidence')}
          </Button>
        )}
      </div>
    </div>
  );
}

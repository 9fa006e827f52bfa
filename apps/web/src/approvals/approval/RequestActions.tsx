import type { ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { Check, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDecideRequest } from './approval.api.ts';
import { NoteDialog } from './NoteDialog.tsx';

export function RequestActions({ request }: { request: ApprovalRequestView }) {
  const t = useTranslations('teamApproval');
  const [asking, setAsking] = useState<'reject' | 'recall'>();
  const { permissions, blockedReason, state } = request;
  if (state !== 'open') return null;
  return (
    <div className="grid gap-3">
      {permissions.approve && <Approve key={request.digest} request={request} onReject={() => setAsking('reject')} />}
      {blockedReason && blockedReason !== 'over' && (
        <p className="text-small text-text-muted">{t(`whyNot.${blockedReason}`)}</p>
      )}
      {permissions.recall && (
        <Button kind="secondary" icon={<Undo2 size={18} />} className="w-fit" onClick={() => setAsking('recall')}>
          {t('recall.button')}
        </Button>
      )}
      {asking && <NoteDialog request={request} decision={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

/** The digest ties the PIN to exactly these details: a changed request needs another PIN. */
function Approve({ request, onReject }: { request: ApprovalRequestView; onReject: () => void }) {
  const t = useTranslations('teamApproval');
  const [asking, setAsking] = useState(false);
  const tell = ({ state, requiredCount, approvedCount }: ApprovalRequestView) =>
    showToast(
      state === 'void'
        ? { kind: 'warning', text: t('approve.void') }
        : {
            kind: 'success',
            text: state === 'open' ? t('approve.more', { count: requiredCount - approvedCount }) : t('approve.done'),
          },
    );
  const decide = useDecideRequest(tell);
  const sending = useIdempotentRequest(decide.mutateAsync, () => setAsking(false));
  useEffect(preloadPinPad, []);
  const { uid, digest, amount, title } = request;
  const isBusy = sending.sending || sending.unknown;
  return (
    <>
      {!asking && (
        <SubmitNotice submission={sending} refusedTitle={t('approve.refused')} retryText={t('approve.once')} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Check size={18} />}
          busy={isBusy}
          busyLabel={t('approve.sending')}
          onClick={() => setAsking(true)}
        >
          {t('approve.button')}
        </Button>
        <Button kind="secondary" icon={<Undo2 size={18} />} aria-disabled={isBusy || undefined} onClick={onReject}>
          {t('reject.button')}
        </Button>
      </div>
      {asking && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'approval.approve',
            uid,
            digest,
            amount: amount?.amount ?? '0',
            currency: amount?.currency ?? 'GBP',
            paymentIdempotency: sending.key,
          }}
          description={t('approve.pin', { title })}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ kind: 'approve', order: { uid, digest, authorisation, idempotency: sending.key } })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

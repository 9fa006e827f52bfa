import type { RequestView } from '@larkmere/contract/team-approval';
import { Check, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { useDecide } from './team-approval.api.ts';

export function RequestActions({ request }: { request: RequestView }) {
  const t = useTranslations('teamApproval');
  const [asking, setAsking] = useState<'reject' | 'recall'>();
  const { may, whyNot, state } = request;
  if (state !== 'open') return null;
  return (
    <div className="grid gap-3">
      {may.approve && <Approve key={request.digest} request={request} onReject={() => setAsking('reject')} />}
      {whyNot && whyNot !== 'over' && <p className="text-small text-text-muted">{t(`whyNot.${whyNot}`)}</p>}
      {may.recall && (
        <Button kind="secondary" icon={<Undo2 size={18} />} className="w-fit" onClick={() => setAsking('recall')}>
          {t('recall.button')}
        </Button>
      )}
      {asking && <NoteDialog request={request} how={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

/** The digest ties the PIN to exactly these details: a changed request needs another PIN. */
function Approve({ request, onReject }: { request: RequestView; onReject: () => void }) {
  const t = useTranslations('teamApproval');
  const [asking, setAsking] = useState(false);
  const tell = ({ state, needed, given }: RequestView) =>
    showToast(
      state === 'void'
        ? { kind: 'warning', text: t('approve.void') }
        : {
            kind: 'success',
            text: state === 'open' ? t('approve.more', { count: needed - given }) : t('approve.done'),
          },
    );
  const decide = useDecide(tell);
  const sending = useKeyedSend(decide.mutateAsync, () => setAsking(false));
  useEffect(preloadPinPad, []);
  const { uid, digest, amount, title } = request;
  const isBusy = sending.sending || sending.unknown;
  return (
    <>
      {!asking && <SendNotice send={sending} refused={t('approve.refused')} once={t('approve.once')} />}
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
            operation: 'team-approval.approve',
            uid,
            digest,
            amount: amount?.amount ?? '0',
            currency: amount?.currency ?? 'GBP',
            paymentIdempotency: sending.key,
          }}
          about={t('approve.pin', { title })}
          onResult={({ approval }) =>
            approval &&
            void sending.send({ kind: 'approve', order: { uid, digest, approval, idempotency: sending.key } })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

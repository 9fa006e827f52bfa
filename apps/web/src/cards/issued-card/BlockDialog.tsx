import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { type IssuedCard, useBlockCard } from './issued-card.api.ts';
import { type Reason, ReasonChoice } from './ReasonChoice.tsx';

type Props = Readonly<{ card: IssuedCard; onClose: () => void }>;

export function BlockDialog({ card: { uid }, onClose }: Props) {
  const t = useTranslations('issuedCard.block');
  const action = useTranslations('issuedCard.action');
  const [reason, setReason] = useState<Reason>('lost');
  const request = useIdempotentRequest(useBlockCard().mutateAsync, () => {
    showToast({ kind: 'success', text: t('done') });
    onClose();
  });
  return (
    <Dialog
      title={t('title')}
      description={t('about')}
      tone="alert"
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="danger"
            busy={request.sending || request.unknown}
            onClick={() => void request.send({ id: uid, reason, idempotency: request.key })}
          >
            {t('yes')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SubmitNotice submission={request} refusedTitle={action('notDone')} retryText={action('retry')} />
        <ReasonChoice legend={t('reason')} value={reason} onChange={setReason} />
      </div>
    </Dialog>
  );
}

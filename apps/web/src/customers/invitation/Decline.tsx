import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDeclineInvitation } from './invitation.api.ts';

type Props = { token: string; invitedBy: string; onDeclined: () => void };

export function Decline({ token, invitedBy, onDeclined }: Props) {
  const t = useTranslations('invitation');
  const [asking, setAsking] = useState(false);
  const decline = useDeclineInvitation();
  const request = useIdempotentRequest(decline.mutateAsync, onDeclined);
  return (
    <div className="mt-3 grid gap-3">
      <SubmitNotice submission={request} refusedTitle={t('notDeclined')} retryText={t('once')} />
      <Button kind="quiet" wide busy={request.sending || request.unknown} onClick={() => setAsking(true)}>
        {t('decline')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('declineTitle')}
          text={t('declineText', { name: invitedBy })}
          confirmLabel={t('decline')}
          cancelLabel={t('keep')}
          onConfirm={() => {
            setAsking(false);
            void request.send({ token, idempotency: request.key });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { refreshSession, useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useAcceptInvitation } from './invitation.api.ts';

export function AcceptAsYou({ token, onJoined }: { token: string; onJoined: () => void }) {
  const t = useTranslations('invitation');
  const { user } = useSession();
  const accept = useAcceptInvitation();
  const request = useIdempotentRequest(accept.mutateAsync, () => {
    // From now on there is a customer to switch to.
    void refreshSession();
    onJoined();
  });
  return (
    <div className="grid gap-4">
      <SubmitNotice submission={request} refusedTitle={t('notAccepted')} retryText={t('once')} />
      <p>{t('asYou', { name: user.name })}</p>
      <Button
        wide
        busy={request.sending || request.unknown}
        busyLabel={t('sending')}
        onClick={() => void request.send({ token, idempotency: request.key })}
      >
        {t('accept')}
      </Button>
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { HelpText } from '../../ui/HelpText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useReactivate } from './account-status.api.ts';
import { FrozenNotice } from './FrozenNotice.tsx';

/** What the account cannot do now, what still works, and the way back. */
export function AccountStatusNotice() {
  const t = useTranslations('accountStatus');
  const { accountStatus: status, accountMessage, accountFrozen: isFrozen } = useSession();
  if (isFrozen) return <FrozenNotice />;
  if (status === 'active' || status === 'pending' || status === 'locked') return null;
  const isClosing = status === 'closing' || status === 'closed';
  return (
    <div className="mx-auto mb-5 w-full max-w-[820px]">
      <Notice
        kind={status === 'closed' ? 'info' : 'warning'}
        title={t(`${status}.title`)}
        action={
          <>
            {status === 'dormant' && <Reactivate />}
            {isClosing && (
              <Link to={paths.closeAccount} className={linkClass}>
                {t('details')}
              </Link>
            )}
          </>
        }
      >
        <p>
          <HelpText>{t(`${status}.text`)}</HelpText>
        </p>
        {accountMessage && <p className="mt-1 font-semibold wrap-anywhere">{accountMessage}</p>}
      </Notice>
    </div>
  );
}

function Reactivate() {
  const t = useTranslations('accountStatus.dormant');
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  const request = useIdempotentRequest(useReactivate().mutateAsync, close);
  return (
    <>
      {!isConfirming && <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={t('once')} />}
      <Button busy={request.sending || request.unknown} onClick={() => setIsConfirming(true)}>
        {t('confirm')}
      </Button>
      {isConfirming && (
        <PinDialog
          action="verify"
          purpose={{ operation: 'customer.reactivate', amount: '0', currency: 'GBP', paymentIdempotency: request.key }}
          description={t('pin')}
          onResult={({ authorisation }) =>
            authorisation && void request.send({ authorisation, idempotency: request.key })
          }
          onClose={close}
        />
      )}
    </>
  );
}

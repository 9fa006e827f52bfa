import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useUnfreeze } from './account-status.api.ts';

/** On every page while a user of the account has frozen it. */
export function FrozenNotice() {
  const t = useTranslations('accountStatus.frozen');
  const { user, visit } = useSession();
  const canUnfreeze = canInitiate(user, 'usermanage');
  return (
    <div className="mx-auto mb-5 w-full max-w-[820px]">
      <Notice
        kind="warning"
        icon={<Snowflake size={20} />}
        title={t('title')}
        action={
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {canUnfreeze && !visit && <Unfreeze />}
            <OwnLink address={`${paths.help}?show=frozen`} className={`${linkClass} inline-flex min-h-11 items-center`}>
              {t('see')}
            </OwnLink>
          </div>
        }
      >
        {canUnfreeze ? t('text') : `${t('text')} ${t('manager')}`}
      </Notice>
    </div>
  );
}

function Unfreeze() {
  const t = useTranslations('accountStatus.frozen');
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  const request = useIdempotentRequest(useUnfreeze().mutateAsync, () => {
    close();
    showToast({ kind: 'success', text: t('done') });
  });
  return (
    <>
      {!isConfirming && <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={t('once')} />}
      <Button busy={request.sending || request.unknown} onClick={() => setIsConfirming(true)}>
        {t('unfreeze')}
      </Button>
      {isConfirming && (
        <PinDialog
          action="verify"
          purpose={{ operation: 'customer.unfreeze', amount: '0', currency: 'GBP', paymentIdempotency: request.key }}
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

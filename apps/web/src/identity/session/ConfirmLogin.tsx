import type { SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import type { LoginChallenge } from '@larkmere/contract/identity/session';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { confirmLogin } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FactorStep } from '../pin/pin.tsx';
import { LostFactors, ResetLinkSent } from './LostFactors.tsx';

type Props = { challenge: LoginChallenge; onDone: () => Promise<void>; onStartAgain: () => void };

export function ConfirmLogin({ challenge: { id: challengeId, methods, passkey }, onDone, onStartAgain }: Props) {
  const t = useTranslations('secondFactor.login');
  const [trustDevice, setTrustDevice] = useState(false);
  const [lost, setLost] = useState<'asking' | 'sent'>();
  const confirm = async (factor: SecondFactorProof) => {
    await confirmLogin({ challengeId, factor, trustDevice, idempotency: newIdempotencyKey() });
    await onDone();
  };
  if (lost === 'sent') return <ResetLinkSent onDone={onStartAgain} />;
  if (lost === 'asking')
    return <LostFactors challengeId={challengeId} onSent={() => setLost('sent')} onBack={() => setLost(undefined)} />;
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('intro')}</p>
      <div className="grid gap-6">
        <Checkbox checked={trustDevice} onChange={({ target }) => setTrustDevice(target.checked)}>
          {t('trust')}
        </Checkbox>
        <Suspense>
          <FactorStep methods={methods} begin={async () => passkey} onProof={confirm} />
        </Suspense>
        <Button kind="quiet" onClick={() => setLost('asking')}>
          {t('lost')}
        </Button>
        <Button kind="quiet" onClick={onStartAgain}>
          {t('back')}
        </Button>
      </div>
    </>
  );
}

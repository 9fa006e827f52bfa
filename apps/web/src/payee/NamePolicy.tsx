import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { namePolicyQuery, useSetNamePolicy } from './payee.api.ts';

export function NamePolicy() {
  const t = useTranslations('payeePage.policy');
  const policy = useQuery(namePolicyQuery);
  if (policy.error && !policy.data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(policy.error)} onRetry={() => void policy.refetch()} />
      </Card>
    );
  if (!policy.data) return <Skeleton shape="row" count={1} />;
  const { forbidsNoMatch, waiting } = policy.data;
  return (
    <Card title={t('title')}>
      <div className="grid gap-3">
        <p>{t(forbidsNoMatch ? 'forbidden' : 'allowed')}</p>
        {waiting ? <p className="text-text-muted">{t('waiting')}</p> : <Change forbids={forbidsNoMatch} />}
      </div>
    </Card>
  );
}

function Change({ forbids }: { forbids: boolean }) {
  const t = useTranslations('payeePage.policy');
  const [asking, setAsking] = useState<'sure' | 'pin'>();
  const close = () => setAsking(undefined);
  const set = useSetNamePolicy(({ waiting, forbidsNoMatch }) =>
    showToast({ kind: 'success', text: t(waiting ? 'asked' : forbidsNoMatch ? 'nowForbidden' : 'nowAllowed') }),
  );
  const sending = useKeyedSend(set.mutateAsync, close);
  const forbidsNoMatch = !forbids;
  const verb = t(forbids ? 'allow' : 'forbid');
  return (
    <>
      {!asking && <SendNotice send={sending} refused={t('notSet')} once={t('once')} />}
      <Button
        kind="secondary"
        className="w-fit"
        busy={sending.sending || sending.unknown}
        onClick={() => setAsking('sure')}
      >
        {verb}
      </Button>
      {asking === 'sure' && (
        <ConfirmDialog
          title={t(forbids ? 'allowTitle' : 'forbidTitle')}
          text={t(forbids ? 'allowText' : 'forbidText')}
          confirmLabel={verb}
          cancelLabel={t('keep')}
          onConfirm={() => setAsking('pin')}
          onCancel={close}
        />
      )}
      {asking === 'pin' && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'payee.set-name-policy',
            forbidsNoMatch,
            amount: '0',
            currency: 'GBP',
            paymentIdempotency: sending.key,
          }}
          about={t(forbids ? 'pinAllow' : 'pinForbid')}
          onResult={({ approval }) =>
            approval && void sending.send({ forbidsNoMatch, approval, idempotency: sending.key })
          }
          onClose={close}
        />
      )}
    </>
  );
}

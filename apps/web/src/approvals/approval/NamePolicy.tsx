import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { namePolicyQuery, useSetNamePolicy } from './approval.api.ts';

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
  const { blockOnNoMatch, isChangePending } = policy.data;
  return (
    <Card title={t('title')}>
      <div className="grid gap-3">
        <p>{t(blockOnNoMatch ? 'forbidden' : 'allowed')}</p>
        {isChangePending ? (
          <p className="text-text-muted">{t('waiting')}</p>
        ) : (
          <ChangePolicy forbids={blockOnNoMatch} />
        )}
      </div>
    </Card>
  );
}

function ChangePolicy({ forbids }: { forbids: boolean }) {
  const t = useTranslations('payeePage.policy');
  const [asking, setAsking] = useState<'sure' | 'pin'>();
  const close = () => setAsking(undefined);
  const set = useSetNamePolicy(({ isChangePending, blockOnNoMatch }) =>
    showToast({ kind: 'success', text: t(isChangePending ? 'asked' : blockOnNoMatch ? 'nowForbidden' : 'nowAllowed') }),
  );
  const sending = useIdempotentRequest(set.mutateAsync, close);
  const forbidsNoMatch = !forbids;
  const verb = t(forbids ? 'allow' : 'forbid');
  return (
    <>
      {!asking && <SubmitNotice submission={sending} refusedTitle={t('notSet')} retryText={t('once')} />}
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
            operation: 'payee.set-name-check-policy',
            blockOnNoMatch: forbidsNoMatch,
            amount: '0',
            currency: 'GBP',
            paymentIdempotency: sending.key,
          }}
          description={t(forbids ? 'pinAllow' : 'pinForbid')}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ blockOnNoMatch: forbidsNoMatch, authorisation, idempotency: sending.key })
          }
          onClose={close}
        />
      )}
    </>
  );
}

import type { AccessRequestView } from '@larkmere/contract/customers/access-request';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { AccessTerms } from './AccessTerms.tsx';
import { accessRequestsQuery, useDecideAccess } from './access-request.api.ts';
import { useUserTexts } from './use-user-texts.ts';
import type { Users } from './user.api.ts';

/** What our staff prepared. Nothing of it is in force until an owner approves it. */
export function AccessRequests({ accounts }: { accounts: Users['accounts'] }) {
  const t = useTranslations('userManagement.prepared');
  const { data, error } = useQuery(accessRequestsQuery);
  if (error) return <Notice kind="danger">{failureText(error)}</Notice>;
  if (!data || data.list.length === 0) return null;
  return (
    <Card title={t('title')}>
      <p className="text-small text-text-muted">
        <HelpText>{t('about')}</HelpText>
      </p>
      <ul className="mt-3 grid gap-4" aria-label={t('title')}>
        {data.list.map((request) => (
          <li key={request.uid} className="border-t border-line pt-4">
            <Request request={request} accounts={accounts} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Request({ request, accounts }: { request: AccessRequestView; accounts: Users['accounts'] }) {
  const t = useTranslations('userManagement');
  const { when } = useUserTexts(accounts);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useDecideAccess();
  const sending = useIdempotentRequest(mutateAsync, () => showToast({ kind: 'success', text: t('prepared.done') }));
  const { uid, digest, takesEffectAt, canDecide, name } = request;
  const isBusy = sending.sending || sending.unknown;
  return (
    <div className="grid gap-3">
      <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />
      <AccessTerms request={request} accounts={accounts} />
      {takesEffectAt && <Notice kind="warning">{t('prepared.takesEffect', { when: when(takesEffectAt) })}</Notice>}
      {canDecide ? (
        <div className="flex flex-wrap gap-3">
          <Button busy={isBusy} onClick={() => setIsAsking(true)}>
            {t('prepared.approve')}
          </Button>
          <Button
            kind="secondary"
            busy={isBusy}
            onClick={() => void sending.send({ kind: 'refuse', order: { uid, idempotency: sending.key } })}
          >
            {t('prepared.refuse')}
          </Button>
        </div>
      ) : (
        <p className="text-small text-text-muted">{t('prepared.ownerOnly')}</p>
      )}
      {isAsking && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'access-request.approve',
            uid,
            digest,
            amount: '0',
            currency: 'GBP',
            paymentIdempotency: sending.key,
          }}
          description={t('prepared.pin', { name })}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ kind: 'approve', order: { uid, digest, authorisation, idempotency: sending.key } })
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

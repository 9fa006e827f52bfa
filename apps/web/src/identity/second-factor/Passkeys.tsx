import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { secondFactorsQuery, useAddPasskey, useBeginPasskey, useRemoveFactor } from './second-factor.api.ts';
import { useAuthorisedChange } from './use-authorised-change.tsx';

export function Passkeys() {
  const t = useTranslations('secondFactor');
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' });
  const { data } = useQuery(secondFactorsQuery);
  const [begin, add, remove] = [useBeginPasskey(), useAddPasskey(), useRemoveFactor()];
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const change = useAuthorisedChange(t('step.cancelled'));
  const addPasskey = () =>
    change.begin({
      purpose: (paymentIdempotency) => ({ operation: 'second-factor.add', method: 'passkey', paymentIdempotency }),
      description: t('passkeys.pin'),
      write: async (input) => {
        const { options } = await begin.mutateAsync(input);
        const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
        const attestation = (await startRegistration({ optionsJSON })) as never;
        const name = t('passkeys.nameDefault');
        const added = await add.mutateAsync({ name, attestation, idempotency: newIdempotencyKey() });
        setCodes(added.recoveryCodes);
        showToast({ kind: 'success', text: t('passkeys.done') });
      },
    });
  const removePasskey = (uid: string, name: string) =>
    change.begin({
      purpose: (paymentIdempotency) => ({ operation: 'second-factor.remove', uid, paymentIdempotency }),
      description: t('removal.pin', { name }),
      write: async (input) => {
        await remove.mutateAsync({ uid, ...input });
        showToast({ kind: 'success', text: t('removal.done') });
      },
    });
  return (
    <Card
      title={t('passkeys.title')}
      flush
      action={
        browserSupportsWebAuthn() && (
          <Button kind="secondary" onClick={addPasskey}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      <div className="grid gap-3 px-5 pb-4">
        <p className="-mt-3 text-small text-text-muted">{t('passkeys.intro')}</p>
        {change.failure && (
          <Notice kind="danger" title={t('notChanged')}>
            {change.failure}
          </Notice>
        )}
        {data?.passkeys.length === 0 && <p className="text-small text-text-muted">{t('passkeys.none')}</p>}
      </div>
      <ul>
        {data?.passkeys.map(({ uid, name, addedAt, lastUsedAt }) => (
          <li key={uid} className="flex items-center gap-3 border-t border-line px-5 py-4">
            <KeyRound size={20} className="shrink-0 text-text-muted" />
            <div className="min-w-0 grow">
              <p className="font-semibold">{name}</p>
              <p className="text-small text-text-muted">
                {t('passkeys.added', { day: day(addedAt) })}
                {lastUsedAt && ` · ${t('passkeys.used', { day: day(lastUsedAt) })}`}
              </p>
            </div>
            <Button kind="quiet" onClick={() => removePasskey(uid, name)}>
              {t('passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {change.dialog}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

import type { PasskeyView, SecondFactorView } from '@larkmere/contract/identity/second-factor';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { FactorNotice } from './FactorNotice.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { useAddingPasskey } from './use-adding-passkey.tsx';
import { useFactorRemoval } from './use-factor-removal.tsx';

export function Passkeys({ factors: { passkeys, authenticator } }: { factors: SecondFactorView }) {
  const t = useTranslations('secondFactor.passkeys');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [renamed, setRenamed] = useState<PasskeyView>();
  const removal = useFactorRemoval(passkeys.length === 1 && !authenticator);
  const adding = useAddingPasskey(t('nameDefault', { number: passkeys.length + 1 }), setCodes);
  const canAdd = browserSupportsWebAuthn();
  return (
    <Card
      title={t('title')}
      flush
      action={
        canAdd && (
          <Button kind="secondary" busy={adding.requests.some(({ sending }) => sending)} onClick={adding.start}>
            {t('add')}
          </Button>
        )
      }
    >
      <div className="-mt-3 grid gap-3 px-5 pb-4 text-small text-text-muted">
        <p>{t('intro')}</p>
        {!canAdd && <p>{t('unsupported')}</p>}
        {passkeys.length === 0 && <p>{t('none')}</p>}
      </div>
      <FactorNotice requests={[...adding.requests, removal.request]} isCancelled={adding.isCancelled} />
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.uid} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4">
            <PasskeyDetails passkey={passkey} />
            <div className="flex shrink-0">
              <Button
                kind="quiet"
                aria-label={t('renameOf', { name: passkey.name })}
                onClick={() => setRenamed(passkey)}
              >
                {t('rename')}
              </Button>
              <Button
                kind="quiet"
                aria-label={t('removeOf', { name: passkey.name })}
                onClick={() => removal.choose(passkey)}
              >
                {t('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {adding.dialog}
      {removal.dialogs}
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

function PasskeyDetails({ passkey: { name, addedAt, lastUsedAt } }: { passkey: PasskeyView }) {
  const t = useTranslations('secondFactor.passkeys');
  const { at } = useDateTimeTexts();
  return (
    <div className="flex min-w-48 flex-1 items-center gap-3">
      <KeyRound aria-hidden size={20} className="shrink-0 text-text-muted" />
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <p className="text-small text-text-muted">
          {t('added', { day: at(addedAt) })}
          {lastUsedAt && ` · ${t('used', { day: at(lastUsedAt) })}`}
        </p>
      </div>
    </div>
  );
}

import type { PasskeyView, SecondFactorView } from '@larkmere/contract/identity/second-factor';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FactorNotice } from './FactorNotice.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { useRenamePasskey } from './second-factor.api.ts';
import { useAddingPasskey } from './use-adding-passkey.tsx';
import { useFactorRemoval } from './use-factor-removal.tsx';

export function Passkeys({ factors: { passkeys, authenticator } }: { factors: SecondFactorView }) {
  const t = useTranslations('secondFactor.passkeys');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [renamed, setRenamed] = useState<PasskeyView>();
  const removal = useFactorRemoval(passkeys.length === 1 && !authenticator);
  const adding = useAddingPasskey(t('nameDefault', { number: passkeys.length + 1 }), setCodes);
  const rename = useRenamePasskey();
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
      <PasskeyList passkeys={passkeys} onRename={setRenamed} onRemove={removal.choose} />
      {adding.dialog}
      {removal.dialogs}
      {renamed && (
        <RenamePasskeyDialog passkey={renamed} write={rename.mutateAsync} onClose={() => setRenamed(undefined)} />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { beginStaffPasskey, createStaffPasskey } from './staff-factor.api.ts';

type Props = { onAuthenticator: () => void; onPasskey: () => Promise<void> };

/** In the session that a first login opens. `onPasskey` follows once the passkey is saved, and logs in with it. */
export function ChooseFirstFactor({ onAuthenticator, onPasskey }: Props) {
  const t = useTranslations('manage.chooseFactor');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const canUsePasskeys = browserSupportsWebAuthn();
  const addPasskey = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await createStaffPasskey(t('passkeyName'), await beginStaffPasskey({ idempotency: newIdempotencyKey() }));
      await onPasskey();
    } catch (error) {
      setFailure(error instanceof ApiError ? failureText(error) : t('cancelled'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-6 text-text-muted">{t('text')}</p>
      <div className="grid gap-6">
        {failure && (
          <Notice kind="danger" title={t('failed')}>
            {failure}
          </Notice>
        )}
        {canUsePasskeys ? (
          <Choice icon={<KeyRound size={20} />} text={t('passkeyText')}>
            <Button wide busy={busy} onClick={() => void addPasskey()}>
              {t('passkey')}
            </Button>
          </Choice>
        ) : (
          <Notice kind="info">{t('unsupported')}</Notice>
        )}
        <Choice icon={<Smartphone size={20} />} text={t('totpText')}>
          <Button wide kind="secondary" onClick={onAuthenticator}>
            {t('totp')}
          </Button>
        </Choice>
      </div>
    </>
  );
}

const Choice = ({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) => (
  <div className="grid gap-3 rounded-card border border-line p-4">
    <p className="flex gap-3 text-text-muted">
      <span aria-hidden className="shrink-0">
        {icon}
      </span>
      {text}
    </p>
    {children}
  </div>
);

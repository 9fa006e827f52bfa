import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OwnFactor } from '../staff-factor/staff-factor.tsx';
import { CodeField } from './CodeField.tsx';

type Props = { factor: OwnFactor; code: string; error: string | undefined; onCode: (digits: string) => void };

/** The second factor of the member of staff: a code typed here, or the passkey that the browser asks for afterwards. */
export function OwnFactorField({ factor: { method, other, choose }, code, error, onCode }: Props) {
  const t = useTranslations('manageConnect');
  if (!method) return <Skeleton shape="row" />;
  return (
    <div className="grid content-start justify-items-start gap-1.5">
      {method === 'totp' ? (
        <CodeField
          label={t('code')}
          hint={t('codeHint')}
          error={error}
          autoComplete="one-time-code"
          value={code}
          onChange={onCode}
        />
      ) : (
        <>
          <p className="font-semibold">{t('passkey')}</p>
          <p className="flex items-center gap-2 text-small text-text-muted">
            <KeyRound aria-hidden size={18} className="shrink-0" />
            {t('passkeyHint')}
          </p>
          {error && <Notice kind="danger">{error}</Notice>}
        </>
      )}
      {other && (
        <LinkButton onClick={() => choose(other)}>{t(other === 'passkey' ? 'usePasskey' : 'useCode')}</LinkButton>
      )}
    </div>
  );
}

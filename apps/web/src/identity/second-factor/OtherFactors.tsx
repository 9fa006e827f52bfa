import type { SecondFactorView } from '@larkmere/contract/identity/second-factor';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { EnrolAuthenticator, type Enrolment } from './EnrolAuthenticator.tsx';
import { FactorNotice } from './FactorNotice.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { useBeginTotp, useConfirmTotp, useMakeRecoveryCodes } from './second-factor.api.ts';
import { useAuthorisedRequest } from './use-authorised-request.tsx';
import { useFactorRemoval } from './use-factor-removal.tsx';

export function OtherFactors({ factors: { passkeys, authenticator, recoveryCodes } }: { factors: SecondFactorView }) {
  const t = useTranslations('secondFactor.others');
  const { at } = useDateTimeTexts();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const confirm = useConfirmTotp();
  const removal = useFactorRemoval(passkeys.length === 0);
  const begin = useAuthorisedRequest({
    purpose: (_: object, paymentIdempotency) => ({
      operation: 'second-factor.add',
      method: 'totp',
      paymentIdempotency,
    }),
    write: useBeginTotp().mutateAsync,
    onDone: setEnrolment,
  });
  const make = useAuthorisedRequest({
    purpose: (_: object, paymentIdempotency) => ({
      operation: 'second-factor.make-recovery-codes',
      paymentIdempotency,
    }),
    write: useMakeRecoveryCodes().mutateAsync,
    onDone: (made) => setCodes(made.codes),
  });
  const codesText = recoveryCodes
    ? t('codesLeft', {
        left: recoveryCodes.left,
        total: recoveryCodes.total,
        day: at(recoveryCodes.madeAt),
      })
    : t('codesNone');
  return (
    <Card title={t('title')} flush>
      <FactorNotice requests={[begin.request, make.request, removal.request]} />
      <FactorRow name={t('totp')} text={t('totpText')} isOn={authenticator !== null}>
        {authenticator ? (
          <Button
            kind="quiet"
            aria-label={t('removeTotp')}
            onClick={() => removal.choose({ uid: authenticator.uid, name: t('totp') })}
          >
            {t('remove')}
          </Button>
        ) : (
          <Button
            kind="quiet"
            aria-label={t('setUpTotp')}
            busy={begin.request.sending}
            onClick={() => begin.ask({}, t('pinTotp'))}
          >
            {t('setUp')}
          </Button>
        )}
      </FactorRow>
      <FactorRow name={t('codes')} text={codesText}>
        {recoveryCodes && (
          <Button
            kind="quiet"
            aria-label={t('makeNewCodes')}
            busy={make.request.sending}
            onClick={() => make.ask({}, t('pinCodes'))}
          >
            {t('makeNew')}
          </Button>
        )}
      </FactorRow>
      {begin.dialog}
      {make.dialog}
      {removal.dialogs}
      {enrolment && (
        <EnrolAuthenticator
          enrolment={enrolment}
          onCode={async (code) => {
            const { recoveryCodes: made } = await confirm.mutateAsync({ code, idempotency: newIdempotencyKey() });
            showToast({ kind: 'success', text: t('totpDone') });
            setEnrolment(undefined);
            setCodes(made);
          }}
          onClose={() => setEnrolment(undefined)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

type RowProps = { name: string; text: string; isOn?: boolean; children: ReactNode };

function FactorRow({ name, text, isOn = false, children }: RowProps) {
  const t = useTranslations('secondFactor.others');
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line px-5 py-4">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-semibold">{name}</h3>
          {isOn && <StatusPill kind="success">{t('on')}</StatusPill>}
        </div>
        <p className="text-small text-text-muted">{text}</p>
      </div>
      <div className="shrink-0">{children}</div>
    </div>
  );
}

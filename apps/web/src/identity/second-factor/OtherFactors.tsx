import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EnrolAuthenticator, type Enrolment } from './EnrolAuthenticator.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { secondFactorsQuery, useBeginTotp, useMakeRecoveryCodes, useRemoveFactor } from './second-factor.api.ts';
import { useAuthorisedChange } from './use-authorised-change.tsx';

export function OtherFactors() {
  const t = useTranslations('secondFactor');
  const format = useFormatter();
  const { data } = useQuery(secondFactorsQuery);
  const [begin, make, remove] = [useBeginTotp(), useMakeRecoveryCodes(), useRemoveFactor()];
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const change = useAuthorisedChange(t('notChanged'));
  const app = data?.authenticator;
  const recovery = data?.recoveryCodes;
  const setUp = () =>
    change.begin({
      purpose: (paymentIdempotency) => ({ operation: 'second-factor.add', method: 'totp', paymentIdempotency }),
      description: t('others.pinTotp'),
      write: async (input) => setEnrolment(await begin.mutateAsync(input)),
    });
  const removeApp = (uid: string) =>
    change.begin({
      purpose: (paymentIdempotency) => ({ operation: 'second-factor.remove', uid, paymentIdempotency }),
      description: t('removal.pin', { name: t('others.totp') }),
      write: async (input) => {
        await remove.mutateAsync({ uid, ...input });
        showToast({ kind: 'success', text: t('removal.done') });
      },
    });
  const makeCodes = () =>
    change.begin({
      purpose: (paymentIdempotency) => ({ operation: 'second-factor.make-recovery-codes', paymentIdempotency }),
      description: t('others.pinCodes'),
      write: async (input) => setCodes((await make.mutateAsync(input)).codes),
    });
  const row = 'flex items-center justify-between gap-3 border-t border-line px-5 py-4';
  return (
    <Card title={t('others.title')} flush>
      {change.failure && (
        <div className="px-5 pb-4">
          <Notice kind="danger" title={t('notChanged')}>
            {change.failure}
          </Notice>
        </div>
      )}
      <div className={row}>
        <div>
          <p className="font-semibold">
            {t('others.totp')} {app && <span className="text-small text-success">{t('others.on')}</span>}
          </p>
          <p className="text-small text-text-muted">{t('others.totpText')}</p>
        </div>
        <Button kind="quiet" onClick={() => (app ? removeApp(app.uid) : setUp())}>
          {app ? t('others.remove') : t('others.setUp')}
        </Button>
      </div>
      <div className={row}>
        <div>
          <p className="font-semibold">{t('others.codes')}</p>
          <p className="text-small text-text-muted">
            {recovery
              ? t('others.codesLeft', {
                  left: recovery.left,
                  total: recovery.total,
                  day: format.dateTime(new Date(recovery.madeAt), { dateStyle: 'medium' }),
                })
              : t('others.codesNone')}
          </p>
        </div>
        {recovery && (
          <Button kind="quiet" onClick={makeCodes}>
            {t('others.makeNew')}
          </Button>
        )}
      </div>
      {change.dialog}
      {enrolment && (
        <EnrolAuthenticator
          enrolment={enrolment}
          onDone={(made) => {
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

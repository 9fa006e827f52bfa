import type { StaffFactorProof, StaffLoginChallenge } from '@larkmere/contract/back-office/staff';
import { useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { FactorStep } from '../../identity/pin/pin.tsx';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { confirmStaffLogin } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';

type Props = { challenge: StaffLoginChallenge; isFirst?: boolean; onStartAgain?: () => void };

/** The second step of a login without a code. `isFirst`: with the passkey that was saved just now. */
export function ConfirmStaffLogin({ challenge, isFirst = false, onStartAgain }: Props) {
  const t = useTranslations('manage.confirmLogin');
  const router = useRouter();
  const confirm = async (factor: StaffFactorProof) => {
    await confirmStaffLogin({ challengeId: challenge.id, factor, idempotency: newIdempotencyKey() });
    await router.navigate({ to: paths.manage });
  };
  return (
    <>
      <PageHeading title={t(isFirst ? 'firstTitle' : 'title')} />
      <p className="mt-1 mb-8 text-text-muted">{t(isFirst ? 'firstIntro' : 'intro')}</p>
      <div className="grid gap-6">
        <Suspense>
          <FactorStep
            methods={challenge.methods}
            begin={async () => challenge.passkey}
            onProof={(proof) => confirm(proof as StaffFactorProof)}
          />
        </Suspense>
        {onStartAgain && (
          <Button kind="quiet" onClick={onStartAgain}>
            {t('back')}
          </Button>
        )}
      </div>
    </>
  );
}

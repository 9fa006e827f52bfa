import type { ContactRecoveryView } from '@larkmere/contract/customers/contact-recovery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { contactRecoveryQuery, useStopContactRecovery } from './contact-recovery.api.ts';

export function ContactRecoveryNotice() {
  const { data } = useQuery(contactRecoveryQuery);
  return data?.recovery ? <OpenRecovery recovery={data.recovery} /> : null;
}

/** Who reads this has the password, so it may be the owner of the account, and somebody else who asked us. */
function OpenRecovery({ recovery }: { recovery: ContactRecoveryView }) {
  const t = useTranslations('contactRecovery.notice');
  const { at } = useDateTimeTexts();
  const { visit } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const request = useIdempotentRequest(useStopContactRecovery().mutateAsync, () =>
    showToast({ kind: 'success', text: t('stopped') }),
  );
  const { state, newEmail, newPhone, pendingStatus } = recovery;
  const when = at(pendingStatus.deadlineAt ?? pendingStatus.nextUpdateAt);
  const stop = () => {
    setIsAsking(false);
    void request.send({ idempotency: request.key });
  };
  return (
    <section aria-label={t('title')} className="mx-auto mb-5 grid w-full max-w-[820px] gap-3">
      <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={t('once')} />
      <Notice
        kind="warning"
        title={t('title')}
        action={
          !visit && (
            <Button kind="danger" busy={request.sending} onClick={() => setIsAsking(true)}>
              {t('stop')}
            </Button>
          )
        }
      >
        <p className="wrap-anywhere">
          {newPhone ? t('askedBoth', { email: newEmail, phone: newPhone }) : t('asked', { email: newEmail })}
        </p>
        <p>{t(`when.${state as 'prepared' | 'approved' | 'confirming'}`, { when })}</p>
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title={t('sureTitle')}
          text={t('sure')}
          confirmLabel={t('stop')}
          tone="danger"
          onConfirm={stop}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { openResetQuery, useStopReset } from './second-factor.api.ts';

/** Somebody with the password said that the second factor is lost. Whoever is signed in can stop it. */
export function ResetNotice() {
  const t = useTranslations('secondFactor.reset');
  const { at } = useDateTimeTexts();
  const { data } = useQuery(openResetQuery);
  const { mutateAsync } = useStopReset();
  const sending = useIdempotentRequest(mutateAsync, () => showToast({ kind: 'success', text: t('stopped') }));
  if (!data?.open) return null;
  const { state, requestedAt, appliesAt } = data.open;
  return (
    <div className="grid gap-3">
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
      <Notice
        kind="warning"
        title={t('title')}
        action={
          <Button
            kind="danger"
            busy={sending.sending || sending.unknown}
            busyLabel={t('stopping')}
            onClick={() => void sending.send({ idempotency: sending.key })}
          >
            {t('stop')}
          </Button>
        }
      >
        <p>
          {state === 'approved' && appliesAt
            ? t('approved', { at: at(appliesAt) })
            : t(state === 'requested' ? 'requested' : 'submitted', { at: at(requestedAt) })}
        </p>
        <p className="mt-1">{t('question')}</p>
      </Notice>
    </div>
  );
}

import { MailCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';

type Props = { challengeId: string; onSent: () => void; onBack: () => void };

const steps = ['photos', 'compare', 'wait', 'done'] as const;

/** For a person whose password is right, and who has none of the second factors any more. */
export function LostFactors({ challengeId, onSent, onBack }: Props) {
  const t = useTranslations('secondFactor.lost');
  const sending = useIdempotentRequest(
    (idempotency: string) => call(endpoints.factorReset.request, { challengeId, idempotency }),
    onSent,
  );
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-6 text-text-muted">{t('intro')}</p>
      <h2 className="mb-2 font-bold">{t('steps')}</h2>
      <ol className="mb-6 grid list-decimal gap-2 pl-6 marker:font-bold marker:text-brand-text">
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <p className="mb-6 text-small text-text-muted">{t('tell')}</p>
      <div className="grid gap-4">
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
        <Button
          wide
          busy={sending.sending || sending.unknown}
          busyLabel={t('sending')}
          onClick={() => void sending.send(sending.key)}
        >
          {t('send')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </>
  );
}

export function ResetLinkSent({ onDone }: { onDone: () => void }) {
  const t = useTranslations('secondFactor.lost');
  return (
    <>
      <span className="mb-6 grid size-16 place-items-center rounded-card bg-brand-soft text-brand-text">
        <MailCheck size={30} aria-hidden />
      </span>
      <PageHeading title={t('sentTitle')} />
      <p className="mt-1 mb-4 text-text-muted">{t('sentText')}</p>
      <p className="mb-8 text-small text-text-muted">
        <HelpText>{t('sentNothing')}</HelpText>
      </p>
      <Button wide onClick={onDone}>
        {t('toLogin')}
      </Button>
    </>
  );
}

import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { needsCustomer } from './item-progress.ts';
import type { Answers } from './use-answers.ts';

type Props = Readonly<{
  items: readonly KycItemForm[];
  answers: Answers;
  canSubmit: boolean;
  label: string;
  send: (idempotency: string) => Promise<unknown>;
}>;

export const submitButtonId = 'kyc-submit';

/** Sends nothing before the last answer is saved: what is sent can no longer be changed. */
export function SubmitCheck({ items, answers, canSubmit, label, send }: Props) {
  const t = useTranslations('kycPage.submit');
  const sending = useIdempotentRequest(send, () => globalThis.scrollTo({ top: 0 }));
  const [step, setStep] = useState<'saving' | 'unsaved'>();
  const submit = async () => {
    setStep('saving');
    const areSaved = await answers.areAllSaved();
    setStep(areSaved ? undefined : 'unsaved');
    if (areSaved) await sending.send(sending.key);
  };
  const left = items.filter(needsCustomer).map(({ title }) => title);
  return (
    <Card title={t('title')}>
      <div className="grid gap-3">
        <p id="kyc-submit-text" className="text-small text-text-muted">
          {left.length > 0 ? t('left', { items: left.join(', ') }) : t('text')}
        </p>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
        {step === 'unsaved' && (
          <Notice kind="danger" title={t('failed')}>
            {t('unsaved')}
          </Notice>
        )}
        <Button
          id={submitButtonId}
          className="w-fit max-sm:w-full"
          aria-disabled={!canSubmit || undefined}
          aria-describedby="kyc-submit-text"
          busy={step === 'saving' || sending.sending || sending.unknown}
          busyLabel={t('busy')}
          onClick={() => void submit()}
        >
          {label}
        </Button>
      </div>
    </Card>
  );
}

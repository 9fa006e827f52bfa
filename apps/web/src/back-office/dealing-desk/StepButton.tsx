import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { type DealStep, useDealStep } from './dealing-desk.api.ts';

type Props = {
  toStep: (idempotency: string) => DealStep;
  label: string;
  done: string;
  refused: string;
  isOver?: boolean;
};

/** One press takes the deal a step further. */
export function StepButton({ toStep, label, done, refused, isOver = false }: Props) {
  const t = useTranslations('manageDealingDesk');
  const step = useDealStep();
  const sending = useIdempotentRequest(step.mutateAsync, () => showToast({ kind: 'success', text: done }));
  return (
    <>
      <div className="basis-full empty:hidden">
        <SubmitNotice submission={sending} refusedTitle={refused} retryText={t('again')} />
      </div>
      <Button
        busy={sending.sending || sending.unknown}
        aria-disabled={isOver || undefined}
        onClick={() => void sending.send(toStep(sending.key))}
      >
        {label}
      </Button>
    </>
  );
}

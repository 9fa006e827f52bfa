import type { BreakerFigures, BreakerView } from '@larkmere/contract/back-office/service-breaker';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useChangeBreaker } from './service-breaker.api.ts';

type Figure = keyof BreakerFigures;

/** As the server limits them. */
const limits: Readonly<Record<Figure, readonly [min: number, max: number]>> = {
  failureRatePct: [1, 100],
  minCalls: [1, 10_000],
  windowSec: [10, 600],
  coolOffSec: [1, 3600],
  trialCalls: [1, 100],
  slowCallMs: [100, 60_000],
};
const figures = Object.keys(limits) as Figure[];

type Props = { breaker: BreakerView; onClose: () => void };

export function FiguresDialog({ breaker, onClose }: Props) {
  const t = useTranslations('manageServiceBreaker');
  const form = useId();
  const [entered, setEntered] = useState(
    Object.fromEntries(figures.map((figure) => [figure, String(breaker.figures[figure])])) as Record<Figure, string>,
  );
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useChangeBreaker();
  const sending = useIdempotentRequest(mutateAsync, () => {
    showToast({ kind: 'success', text: t('on.done') });
    onClose();
  });
  const faultOf = (figure: Figure): string | undefined => {
    const [min, max] = limits[figure];
    const value = /^\d{1,6}$/.test(entered[figure].trim()) ? Number(entered[figure]) : Number.NaN;
    return value >= min && value <= max ? undefined : t('change.invalid', { min: String(min), max: String(max) });
  };
  const isSame = figures.every((figure) => entered[figure].trim() === String(breaker.figures[figure]));
  const reasonFault = isSame ? t('change.same') : reason.trim().length < 10 ? t('reasonMissing') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reasonFault || figures.some(faultOf)) return;
    const values = Object.fromEntries(figures.map((figure) => [figure, Number(entered[figure])])) as BreakerFigures;
    const { service } = breaker;
    void sending.send({ service, figures: values, reason: reason.trim(), idempotency: sending.key });
  };
  return (
    <Dialog
      title={t('change.title', { service: breaker.name })}
      description={t('change.about')}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={sending.sending}>
          {t('change.submit')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {figures.map((figure) => (
            <Field key={figure} label={t(`change.${figure}`)} error={tried ? faultOf(figure) : undefined}>
              <TextInput
                inputMode="numeric"
                value={entered[figure]}
                maxLength={6}
                onChange={({ target }) => setEntered((before) => ({ ...before, [figure]: target.value }))}
              />
            </Field>
          ))}
        </div>
        <Field label={t('reason')} error={tried ? reasonFault : undefined}>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('failedToSend')} retryText={t('again')} />
      </form>
    </Dialog>
  );
}

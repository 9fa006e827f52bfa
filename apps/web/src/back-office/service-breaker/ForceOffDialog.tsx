import type { BreakerView } from '@larkmere/contract/back-office/service-breaker';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useChangeBreaker } from './service-breaker.api.ts';

type Props = { breaker: BreakerView; onClose: () => void };

const isSame = (typed: string, name: string): boolean => typed.trim().toLowerCase() === name.toLowerCase();

/** One person is enough: the effect is counted before, and the name is typed. */
export function ForceOffDialog({ breaker, onClose }: Props) {
  const t = useTranslations('manageServiceBreaker');
  const form = useId();
  const { service, name } = breaker;
  const [entered, setEntered] = useState({ message: '', reason: '', typed: '' });
  const [isDrill, setDrill] = useState(false);
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useChangeBreaker();
  const sending = useIdempotentRequest(mutateAsync, () => {
    showToast({ kind: 'success', text: t(isDrill ? 'off.drilled' : 'off.done', { service: name }) });
    onClose();
  });
  const faults = {
    message: entered.message.trim().length < 3 ? t('off.messageMissing') : undefined,
    reason: entered.reason.trim().length < 10 ? t('reasonMissing') : undefined,
    typed: isSame(entered.typed, name) ? undefined : t('off.typedMissing'),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(faults).some(Boolean)) return;
    void sending.send({
      service,
      mode: 'forced_off',
      typedName: entered.typed.trim(),
      customerMessage: entered.message.trim(),
      reason: entered.reason.trim(),
      drill: isDrill,
      idempotency: sending.key,
    });
  };
  const set = (field: keyof typeof entered) => (event: { target: { value: string } }) =>
    setEntered((before) => ({ ...before, [field]: event.target.value }));
  const errorOf = (field: keyof typeof faults) => (tried ? faults[field] : undefined);
  return (
    <Dialog
      title={t('off.title', { service: name })}
      description={t('off.about')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('off.keep')}
          </Button>
          <Button type="submit" form={form} kind={isDrill ? 'primary' : 'danger'} busy={sending.sending}>
            {isDrill ? t('off.runDrill') : t('off.submit', { service: name })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Effect breaker={breaker} />
        <Field label={t('off.message')} error={errorOf('message')}>
          <TextArea value={entered.message} maxLength={300} onChange={set('message')} />
        </Field>
        <Field label={t('reason')} error={errorOf('reason')}>
          <TextInput value={entered.reason} maxLength={500} onChange={set('reason')} />
        </Field>
        <Field label={t('off.typed', { service: name })} error={errorOf('typed')}>
          <TextInput value={entered.typed} maxLength={60} autoComplete="off" onChange={set('typed')} />
        </Field>
        <Checkbox checked={isDrill} onChange={({ target }) => setDrill(target.checked)}>
          {t('off.drill')}
        </Checkbox>
        <SubmitNotice submission={sending} refusedTitle={t('failedToSend')} retryText={t('again')} />
      </form>
    </Dialog>
  );
}

function Effect({ breaker: { inFlight, waiting } }: { breaker: BreakerView }) {
  const t = useTranslations('manageServiceBreaker.off');
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-2 divide-x divide-line rounded-control border border-line">
        {(
          [
            ['inFlight', inFlight],
            ['waiting', waiting],
          ] as const
        ).map(([key, { count, value }]) => (
          <div key={key} className="flex flex-col-reverse justify-end gap-1 p-4">
            <dt className="text-small text-text-muted">{t(key)}</dt>
            <dd>
              <span className="block text-h1 font-bold">{count}</span>
              {value.map((amount) => (
                <MoneyAmount key={amount.currency} value={amount} size="sm" className="block text-small" />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-text-muted">{t('meanwhile')}</p>
    </div>
  );
}

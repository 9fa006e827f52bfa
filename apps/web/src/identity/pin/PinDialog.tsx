import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MessageDialog } from '../../ui/MessageDialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { PinPad } from '../../ui/PinPad.tsx';
import { FactorStep } from './factor-step-part.ts';
import { PinCodeStep } from './PinCodeStep.tsx';
import { useResetTerms } from './pin.api.ts';
import type { PinStep } from './pin-steps.ts';
import { type PadMode, type PadProps, usePinPad } from './use-pin-pad.ts';

export type PinDialogProps = PadProps & {
  description?: ReactNode;
};

export function PinDialog({ description: about, ...props }: PinDialogProps) {
  const t = useTranslations('pin');
  const { pad, factor, proof, pinState, type, complete, reset, confirmPassword, confirmCode, close } = usePinPad(props);
  const input = useRef<HTMLInputElement>(null);
  const { flow, step } = pad;
  const title = useTitle(flow, step);
  const isPad = !['locked', 'factor', 'proof', 'code'].includes(flow) && step !== 'password';
  // The pad takes the focus when it appears, so that digits need no extra press.
  useEffect(() => {
    if (isPad) input.current?.focus();
  }, [isPad]);

  if (pad.refusalText !== undefined) {
    return <MessageDialog title={t('message.title')} text={pad.refusalText} label={t('message.ok')} onDone={close} />;
  }
  const description = () => {
    if (flow === 'locked') return t('lockedText');
    if (flow === 'create' && props.action === 'verify') return t('firstPin');
    return flow !== 'reset' && about;
  };
  const content = () => {
    if (flow === 'locked') return <LockedPin onReset={reset} />;
    if (flow === 'factor' || flow === 'proof')
      return (
        <Suspense>
          {flow === 'proof' && pad.message && <Notice kind="danger">{pad.message}</Notice>}
          <FactorStep {...(flow === 'proof' ? proof : factor)} />
        </Suspense>
      );
    if (flow === 'code') return <PinCodeStep message={pad.message} busy={pad.busy} onCode={confirmCode} />;
    if (!isPad) return <PasswordStep message={pad.message} busy={pad.busy} onNext={confirmPassword} />;
    if (flow === 'wait' && pinState.error && !pinState.isFetching) {
      return (
        <ErrorState title={t('failed')} text={failureText(pinState.error)} onRetry={() => void pinState.refetch()} />
      );
    }
    return (
      <PinPad
        inputRef={input}
        value={pad.digits}
        onChange={type}
        onComplete={complete}
        tone={pad.tone}
        message={pad.message}
        busy={pad.busy}
        waiting={flow === 'wait'}
        onForgot={(step === 'enter' || step === 'current') && flow !== 'wait' ? reset : undefined}
      />
    );
  };
  return (
    <Dialog title={title} description={description()} size="pin" initialFocus={input} onClose={close}>
      <p role="status" className="sr-only">
        {title}
      </p>
      {content()}
    </Dialog>
  );
}

function useTitle(flow: PadMode, step: PinStep): string {
  const t = useTranslations('pin.title');
  if (flow === 'proof' || flow === 'code') return t('factor');
  if (flow === 'locked' || flow === 'wait' || flow === 'factor') return t(flow);
  if (flow === 'verify') return t('verify.enter');
  if (flow === 'reset' && step === 'password') return t('reset.password');
  if (flow === 'update' && step === 'current') return t('update.current');
  return step === 'repeat' ? t(`${flow}.repeat`) : t(`${flow}.new`);
}

function LockedPin({ onReset }: { onReset: () => void }) {
  const t = useTranslations('pin');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <p>{t('lockedNext')}</p>
      <Button ref={button} wide onClick={onReset}>
        {t('forgot')}
      </Button>
    </div>
  );
}

type PasswordProps = { message: string | undefined; busy: boolean; onNext: (password: string) => void };

function PasswordStep({ message, busy, onNext }: PasswordProps) {
  const t = useTranslations('pin.reset');
  const terms = useResetTerms();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!password);
        if (busy) return;
        if (password) onNext(password);
        else field.current?.focus();
      }}
    >
      <p className="text-text-muted">{t('intro')}</p>
      {terms.data && (
        <Notice kind="neutral">
          {t('cooling', {
            hours: terms.data.coolingHours,
            amount: moneyText({ amount: terms.data.coolingLimit, currency: 'GBP' }),
          })}
        </Notice>
      )}
      <PasswordInput
        ref={field}
        label={t('password')}
        purpose="current"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={missing ? t('missing') : message}
        maxLength={128}
      />
      <Button type="submit" wide busy={busy}>
        {t('next')}
      </Button>
    </form>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { MessageDialog } from '../ui/MessageDialog.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { PinPad } from '../ui/PinPad.tsx';
import { useResetTerms } from './pin.api.ts';
import type { PinFlow, PinStep } from './pin-steps.ts';
import { type PadProps, usePinPad } from './use-pin-pad.ts';

export type PinDialogProps = PadProps & {
  /** What the PIN confirms, in words: the amount and who gets it. */
  about?: ReactNode;
};

/** Asks first whether there is a PIN, then shows the pad for what is to be done. */
export function PinDialog({ about, ...props }: PinDialogProps) {
  const t = useTranslations('pin');
  const { pad, asked, type, complete, reset, confirmPassword, close } = usePinPad(props);
  const input = useRef<HTMLInputElement>(null);
  const { flow, step } = pad;
  const title = useTitle(flow, step);

  if (pad.refused !== undefined) {
    return <MessageDialog title={t('message.title')} text={pad.refused} label={t('message.ok')} onDone={close} />;
  }
  if (flow === 'locked') return <Locked onReset={reset} onClose={close} />;
  const isFirst = flow === 'create' && props.action === 'verify';
  return (
    <Dialog
      title={title}
      description={isFirst ? t('firstPin') : flow !== 'reset' && about}
      size="pin"
      initialFocus={input}
      onClose={close}
    >
      <p role="status" className="sr-only">
        {title}
      </p>
      {step === 'password' ? (
        <PasswordStep message={pad.message} onNext={confirmPassword} />
      ) : flow === 'wait' && asked.error && !asked.isFetching ? (
        <ErrorState title={t('failed')} text={failureText(asked.error)} onRetry={() => void asked.refetch()} />
      ) : (
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
      )}
    </Dialog>
  );
}

function useTitle(flow: PinFlow | 'wait' | 'locked', step: PinStep): string {
  const t = useTranslations('pin.title');
  if (flow === 'locked' || flow === 'wait') return t(flow);
  if (flow === 'verify') return t('verify.enter');
  if (flow === 'reset' && step === 'password') return t('reset.password');
  if (flow === 'update' && step === 'current') return t('update.current');
  return step === 'repeat' ? t(`${flow}.repeat`) : t(`${flow}.new`);
}

function Locked({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  const t = useTranslations('pin');
  return (
    <Dialog
      title={t('title.locked')}
      description={t('lockedText')}
      size="pin"
      onClose={onClose}
      actions={<Button onClick={onReset}>{t('forgot')}</Button>}
    >
      <p>{t('lockedNext')}</p>
    </Dialog>
  );
}

function PasswordStep({ message, onNext }: { message: string | undefined; onNext: (password: string) => void }) {
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
      <Button type="submit" wide>
        {t('next')}
      </Button>
    </form>
  );
}

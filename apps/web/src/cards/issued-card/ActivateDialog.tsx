import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type IssuedCard, useActivateCard } from './issued-card.api.ts';

type Props = Readonly<{ card: IssuedCard; onClose: () => void }>;

export function ActivateDialog({ card: { uid, last4 }, onClose }: Props) {
  const t = useTranslations('issuedCard.activate');
  const action = useTranslations('issuedCard.action');
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const request = useIdempotentRequest(useActivateCard().mutateAsync, () => {
    showToast({ kind: 'success', text: t('done') });
    onClose();
  });
  const send = () => {
    const isComplete = /^\d{6}$/.test(code);
    setWrong(!isComplete);
    if (isComplete) void request.send({ id: uid, code, idempotency: request.key });
  };
  return (
    <Dialog
      title={t('title')}
      description={t('about', { last4: last4 ?? '' })}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button busy={request.sending || request.unknown} onClick={send}>
            {t('yes')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={action('retry')} />
        <Field label={t('code')} hint={t('codeHint')} error={isWrong ? t('digits') : undefined}>
          <TextInput
            value={code}
            onChange={({ target }) => setCode(target.value.replace(/\D/g, '').slice(0, 6))}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="figures text-h1 tracking-[0.3em]"
          />
        </Field>
      </div>
    </Dialog>
  );
}

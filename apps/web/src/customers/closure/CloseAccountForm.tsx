import type { ClosureView } from '@larkmere/contract/customers/closure';
import { type ClosureReason, closureReasons } from '@larkmere/contract/customers/closure-reasons';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useRequestClosure } from './closure.api.ts';
import { ExitAccountField } from './ExitAccountField.tsx';

const nothingTyped = { reason: 'not_needed' as ClosureReason, exitPayeeUid: '', phrase: '', password: '' };

/** The member code, the password and, where there is one, the PIN: closing cannot happen by accident. */
export function CloseAccountForm({ closure: { memberCode, requiresPin } }: { closure: ClosureView }) {
  const t = useTranslations('closure.form');
  const { kycVerified } = useSession();
  const [form, setForm] = useState(nothingTyped);
  const [tried, setTried] = useState(false);
  const [isPinOpen, setIsPinOpen] = useState(false);
  const { mutateAsync } = useRequestClosure();
  const request = useIdempotentRequest(mutateAsync, () => {});
  const change = (part: Partial<typeof nothingTyped>) => setForm({ ...form, ...part });
  const isPhraseRight = form.phrase.trim().toUpperCase() === memberCode;
  const exitPayeeUid = form.exitPayeeUid || null;

  const send = (authorisation?: string) =>
    void request.send({
      reason: form.reason,
      exitPayeeUid,
      confirmPhrase: form.phrase,
      password: form.password,
      ...(authorisation !== undefined && { authorisation }),
      idempotency: request.key,
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.sending) return;
    setTried(true);
    if (!isPhraseRight) document.getElementById('close-phrase')?.focus();
    else if (!form.password) document.getElementById('close-password')?.focus();
    else if (requiresPin) setIsPinOpen(true);
    else send();
  };
  return (
    <Card title={t('title')}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {!isPinOpen && <SubmitNotice submission={request} refusedTitle={t('refused')} retryText={t('once')} />}
        <SelectField
          label={t('reason')}
          value={form.reason}
          onChange={({ target }) => change({ reason: target.value as ClosureReason })}
          options={closureReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        {kycVerified && (
          <ExitAccountField value={form.exitPayeeUid} onChange={(uid) => change({ exitPayeeUid: uid })} />
        )}
        <Field
          label={t('phrase', { memberCode })}
          id="close-phrase"
          error={tried && !isPhraseRight ? t('phraseWrong', { memberCode }) : undefined}
        >
          <TextInput
            value={form.phrase}
            onChange={({ target }) => change({ phrase: target.value })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
        <PasswordInput
          label={t('password')}
          purpose="current"
          id="close-password"
          value={form.password}
          onChange={({ target }) => change({ password: target.value })}
          error={tried && !form.password ? t('passwordMissing') : undefined}
          maxLength={128}
        />
        <Button type="submit" kind="danger" className="w-fit" busy={request.sending} busyLabel={t('sending')}>
          {t('submit')}
        </Button>
      </form>
      {isPinOpen && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'customer.close',
            exitPayeeUid,
            amount: '0',
            currency: 'GBP',
            paymentIdempotency: request.key,
          }}
          description={t('pin', { memberCode })}
          onResult={({ authorisation }) => authorisation && send(authorisation)}
          onClose={() => setIsPinOpen(false)}
        />
      )}
    </Card>
  );
}

import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { isPhoneNumber } from '../../ui/phone-number.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { usePrepareRecovery } from './contact-recovery.api.ts';

type Props = { customerId: string; userId: string; name: string; onClose: () => void };

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);

/** New contact details for a person who lost mailbox and phone, for a second member of staff to approve. */
export function RecoveryDialog({ customerId, userId, name, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const form = useId();
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const sending = useIdempotentRequest(usePrepareRecovery(customerId).mutateAsync, () => {
    showToast({ kind: 'success', text: t('recovery.prepared') });
    onClose();
  });
  const wrong = {
    email: isEmail(email.trim()) ? undefined : t('recovery.emailWrong'),
    phone: phone !== '' && !isPhoneNumber(phone) ? t('phoneWrong') : undefined,
    reason: reason.trim().length < 10 ? t('reasonMissing') : undefined,
  };
  const faults: Partial<typeof wrong> = tried ? wrong : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.email || wrong.phone || wrong.reason) return;
    const contact = { email: email.trim(), ...(phone && { phone }) };
    void sending.send({ id: userId, ...contact, reason: reason.trim(), idempotency: sending.key });
  };
  return (
    <Dialog
      title={t('recovery.action')}
      description={t('recovery.about', { name })}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={sending.sending}>
          {t('recovery.prepare')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('recovery.email')} error={faults.email}>
          <TextInput
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            autoComplete="off"
            maxLength={254}
          />
        </Field>
        <PhoneInput label={t('recovery.phone')} optional value={phone} onChange={setPhone} error={faults.phone} />
        <Field label={t('recovery.reason')} error={faults.reason}>
          <TextArea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      </form>
    </Dialog>
  );
}

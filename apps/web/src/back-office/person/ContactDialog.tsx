import { useQuery } from '@tanstack/react-query';
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
import { TextInput } from '../../ui/TextInput.tsx';
import { personQuery, useCorrectPerson } from './person.api.ts';

type Props = { customerId: string; userId: string; name: string; onClose: () => void };

export function ContactDialog({ customerId, userId, name, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const form = useId();
  const { data: person } = useQuery(personQuery(userId));
  const [phone, setPhone] = useState('');
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useCorrectPerson(customerId);
  const sending = useIdempotentRequest(mutateAsync, () => {
    showToast({ kind: 'success', text: t('contactSaved') });
    onClose();
  });
  const isEmpty = phone === '' && email.trim() === '';
  const wrong = {
    phone: phone !== '' && !isPhoneNumber(phone) ? t('phoneWrong') : isEmpty ? t('contactMissing') : undefined,
    email: email.trim() !== '' && !email.includes('@') ? t('emailWrong') : undefined,
    reason: reason.trim().length < 10 ? t('reasonMissing') : undefined,
  };
  const faults: Partial<typeof wrong> = tried ? wrong : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.phone || wrong.email || wrong.reason) return;
    void sending.send({
      id: userId,
      reason: reason.trim(),
      idempotency: sending.key,
      ...(phone && { phone }),
      ...(email.trim() && { email: email.trim() }),
    });
  };
  return (
    <Dialog
      title={t('contact')}
      description={t('contactAbout', { name })}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={sending.sending}>
          {t('contactSave')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <PhoneInput
          label={t('phone')}
          optional
          hint={person?.phone ?? undefined}
          value={phone}
          onChange={setPhone}
          error={faults.phone}
        />
        <Field label={t('email')} optional hint={person?.email} error={faults.email}>
          <TextInput
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            autoComplete="off"
            maxLength={254}
          />
        </Field>
        <Field label={t('reason')} error={faults.reason}>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      </form>
    </Dialog>
  );
}

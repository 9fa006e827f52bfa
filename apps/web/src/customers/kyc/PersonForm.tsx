import type { FirmPersonView } from '@larkmere/contract/customers/kyc';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useSavePerson } from './kyc-form.api.ts';
import { parseShare, shareFault, shareText } from './share-text.ts';

type Props = Readonly<{ person: FirmPersonView | undefined; onDone: () => void }>;

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);

export function PersonForm({ person, onDone }: Props) {
  const t = useTranslations('kycPage.people.form');
  const cancel = useTranslations('ui')('cancel');
  const id = useId();
  const [name, setName] = useState(person?.name ?? '');
  const [email, setEmail] = useState(person?.email ?? '');
  const [isDirector, setDirector] = useState(person?.isDirector ?? false);
  const [share, setShare] = useState(person ? shareText(person.sharePercent) : '');
  const [tried, setTried] = useState(false);
  const { mutateAsync, error } = useSavePerson(person?.uid);
  const saving = useIdempotentRequest(mutateAsync, onDone);
  const sharePercent = parseShare(share);
  const faults = {
    name: name.trim() === '' ? t('nameMissing') : undefined,
    email: isEmail(email.trim()) ? undefined : t('emailWrong'),
    share: shareFault(sharePercent, isDirector),
  };
  const refused = (field: string) => (error instanceof ApiError ? error.fieldMessage(field) : undefined);
  useEffect(() => {
    document.getElementById(`${id}-name`)?.focus();
  }, [id]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving.sending) return;
    setTried(true);
    const wrong = (['name', 'email', 'share'] as const).find((field) => faults[field] !== undefined);
    if (wrong) document.getElementById(`${id}-${wrong}`)?.focus();
    else
      void saving.send({
        name: name.trim(),
        email: email.trim(),
        isDirector,
        sharePercent: sharePercent ?? 0,
        idempotency: saving.key,
      });
  };
  const shareFaultText = faults.share && t(faults.share);
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid gap-4"
      aria-label={person ? t('edit', { name: person.name }) : t('add')}
    >
      <SubmitNotice submission={saving} refusedTitle={t('failed')} retryText={t('once')} />
      <Field label={t('name')} id={`${id}-name`} error={tried ? (faults.name ?? refused('name')) : undefined}>
        <TextInput value={name} maxLength={140} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field
        label={t('email')}
        id={`${id}-email`}
        hint={t('emailHint')}
        error={tried ? (faults.email ?? refused('email')) : undefined}
      >
        <TextInput
          type="email"
          value={email}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Checkbox checked={isDirector} onChange={({ target }) => setDirector(target.checked)}>
        {t('isDirector')}
      </Checkbox>
      <Field
        label={t('share')}
        id={`${id}-share`}
        hint={t('shareHint')}
        error={tried ? (shareFaultText ?? refused('sharePercent')) : undefined}
      >
        <TextInput
          value={share}
          inputMode="decimal"
          autoComplete="off"
          className="figures max-w-40"
          onChange={({ target }) => setShare(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.sending} busyLabel={t('saving')}>
          {t('save')}
        </Button>
        <Button kind="secondary" onClick={onDone}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  emptyPerson,
  findFaults,
  newForm,
  PersonFields,
  RightsFields,
  toRights,
  type Users,
  usePersonFaults,
} from '../../customers/user/user.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { DrawerFooter, NoteField, noteFault } from './NoteField.tsx';
import { useInviteSubUser } from './sub-user.api.ts';

type Props = { customerId: string; users: Users; onClose: () => void };

export function InviteSubUser({ customerId, users, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const [person, setPerson] = useState(emptyPerson);
  const [form, setForm] = useState(newForm);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useInviteSubUser(customerId);
  const sending = useIdempotentRequest(mutateAsync, () => {
    showToast({ kind: 'success', text: t('subUser.handedOn') });
    onClose();
  });
  const wrong = usePersonFaults(person);
  const faults = findFaults(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (noteFault(note) || Object.values({ ...wrong, ...faults }).some((fault) => fault !== undefined)) return;
    const { name, email, phone } = person;
    void sending.send({
      customerId,
      name: name.trim(),
      email: email.trim(),
      ...(phone && { phone }),
      ...toRights(form),
      note: note.trim(),
      idempotency: sending.key,
    });
  };
  return (
    <DetailDrawer
      title={t('subUser.invite')}
      onClose={onClose}
      onEscape={onClose}
      footer={
        <DrawerFooter form="invite-sub-user" label={t('subUser.send')} busy={sending.sending} onCancel={onClose} />
      }
    >
      <form id="invite-sub-user" noValidate onSubmit={submit} className="grid gap-6">
        <p className="text-small text-text-muted">{t('subUser.inviteAbout')}</p>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
        <PersonFields person={person} change={(some) => setPerson({ ...person, ...some })} wrong={tried ? wrong : {}} />
        <RightsFields
          form={form}
          change={(some) => setForm({ ...form, ...some })}
          faults={tried ? faults : {}}
          users={users}
        />
        <NoteField value={note} onChange={setNote} tried={tried} />
      </form>
    </DetailDrawer>
  );
}

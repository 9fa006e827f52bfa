import { allows } from '@larkmere/contract/back-office/permissions';
import type { UserView } from '@larkmere/contract/customers/user';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  changesBetween,
  findFaults,
  RightsFields,
  toForm,
  toRights,
  UserStatus,
  type Users,
} from '../../customers/user/user.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { DrawerFooter, NoteField, noteFault } from './NoteField.tsx';
import { SubUserActions } from './SubUserActions.tsx';
import { useUpdateSubUser } from './sub-user.api.ts';

type Props = { customerId: string; user: UserView; users: Users; onClose: () => void };

export function SubUserDrawer(props: Props) {
  const { permissions } = useStaffSession();
  const mayAct = allows(permissions, ['sub_users', 'act']);
  if (mayAct && props.user.permissions.edit && props.user.status !== 'removed') return <EditDrawer {...props} />;
  return <ReadDrawer {...props} mayAct={mayAct} />;
}

function ReadDrawer({ user, mayAct, onClose }: Props & { mayAct: boolean }) {
  const t = useTranslations('manageHelp.subUser');
  const roles = useTranslations('userManagement.role');
  return (
    <DetailDrawer title={user.name} onClose={onClose} onEscape={onClose}>
      <div className="grid gap-6">
        <Head user={user} />
        <p className="font-semibold">{roles(user.role)}</p>
        <Notice kind="neutral">{t(mayAct ? 'protected' : 'readOnly')}</Notice>
      </div>
    </DetailDrawer>
  );
}

function EditDrawer({ customerId, user, users, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const before = toForm(user);
  const [form, setForm] = useState(before);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useUpdateSubUser(customerId);
  const sending = useIdempotentRequest(mutateAsync, ({ request }) => {
    showToast({ kind: 'success', text: t(request ? 'subUser.handedOn' : 'subUser.saved') });
    onClose();
  });
  const faults = findFaults(form);
  const isChanged = changesBetween(before, form).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isChanged || noteFault(note) || Object.keys(faults).length > 0) return;
    const { uid: id, version, reason } = user;
    const state = user.status === 'invited' || user.status === 'suspended' ? user.status : 'active';
    void sending.send({
      id,
      version,
      ...toRights(form),
      state,
      ...(reason && { reason }),
      note: note.trim(),
      idempotency: sending.key,
    });
  };
  return (
    <DetailDrawer
      title={user.name}
      onClose={onClose}
      onEscape={onClose}
      footer={<DrawerFooter form="sub-user" label={t('subUser.save')} busy={sending.sending} onCancel={onClose} />}
    >
      <form id="sub-user" noValidate onSubmit={submit} className="grid gap-6">
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
        {tried && !isChanged && <Notice kind="neutral">{t('subUser.unchanged')}</Notice>}
        <Head user={user} />
        <RightsFields
          form={form}
          change={(some) => setForm({ ...form, ...some })}
          faults={tried ? faults : {}}
          users={users}
        />
        <NoteField value={note} onChange={setNote} tried={tried} />
      </form>
      <SubUserActions customerId={customerId} user={user} onClose={onClose} />
    </DetailDrawer>
  );
}

function Head({ user }: { user: UserView }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={user.name} size={48} />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold wrap-anywhere">{user.email}</span>
        {user.username && <span className="text-small text-text-muted">{user.username}</span>}
      </span>
      <UserStatus user={user} />
    </div>
  );
}

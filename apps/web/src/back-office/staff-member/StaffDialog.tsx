import type { StaffMemberView } from '@larkmere/contract/back-office/staff-member';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type StaffWrite, useWriteStaff } from './staff-member.api.ts';

export type MemberAction =
  | { verb: 'invite' }
  | { verb: 'changeRole' | 'suspend' | 'reinstate'; member: StaffMemberView };

const roles = [
  'support',
  'payment_operations',
  'compliance',
  'mlro',
  'dealer',
  'finance',
  'settings',
  'super',
  'auditor',
] as const;
type Role = (typeof roles)[number];

const texts = { changeRole: 'roleText', suspend: 'suspendText', reinstate: 'reinstateText' } as const;

export function StaffDialog({ action, onClose }: { action: MemberAction; onClose: () => void }) {
  const t = useTranslations('manageRoles');
  const form = useId();
  const { verb } = action;
  const member = 'member' in action ? action.member : undefined;
  const [entered, setEntered] = useState({ name: '', username: '', email: '', reason: '' });
  const [role, setRole] = useState<Role>(member?.role ?? 'support');
  const [tried, setTried] = useState(false);
  const write = useWriteStaff();
  const sending = useIdempotentRequest(write.mutateAsync, () => {
    showToast({ kind: 'success', text: t(verb === 'suspend' ? 'member.suspended' : 'member.sent') });
    onClose();
  });
  const { name, username, email, reason } = entered;
  const faults = {
    name: verb === 'invite' && name.trim() === '' ? t('member.nameMissing') : undefined,
    username:
      verb === 'invite' && !/^[a-z][a-z0-9.-]{2,39}$/.test(username.trim()) ? t('member.usernameMissing') : undefined,
    email: verb === 'invite' && !/^\S+@\S+$/.test(email.trim()) ? t('member.emailMissing') : undefined,
    reason: reason.trim().length < 10 ? t('draft.reasonMissing') : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(faults).some(Boolean)) return;
    const common = { reason: reason.trim(), idempotency: sending.key };
    const person = { name: name.trim(), username: username.trim(), email: email.trim() };
    const input: StaffWrite =
      action.verb === 'invite'
        ? { verb: 'invite', ...person, role, ...common }
        : action.verb === 'changeRole'
          ? { verb: 'changeRole', uid: action.member.uid, role, ...common }
          : { verb: action.verb, uid: action.member.uid, ...common };
    void sending.send(input);
  };
  const text = (field: 'name' | 'username' | 'email', label: string) => (
    <Field label={label} error={tried ? faults[field] : undefined}>
      <TextInput
        value={entered[field]}
        autoCapitalize={field === 'name' ? 'words' : 'none'}
        maxLength={field === 'username' ? 40 : 254}
        onChange={({ target }) => setEntered((before) => ({ ...before, [field]: target.value }))}
      />
    </Field>
  );
  return (
    <Dialog
      title={t(`member.${verb}`)}
      description={
        verb === 'invite' ? t('member.inviteText') : t(`member.${texts[verb]}`, { name: member?.name ?? '' })
      }
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind={verb === 'suspend' ? 'danger' : 'primary'} busy={sending.sending}>
          {t(verb === 'suspend' ? 'member.suspendNow' : 'member.send')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        {verb === 'invite' && (
          <>
            {text('name', t('member.name'))}
            {text('username', t('member.username'))}
            {text('email', t('member.email'))}
          </>
        )}
        {(verb === 'invite' || verb === 'changeRole') && (
          <SelectField
            label={t('member.role')}
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
            options={roles.map((key) => ({ value: key, label: t(`short.${key}`) }))}
          />
        )}
        <Field label={t('draft.reason')} error={tried ? faults.reason : undefined}>
          <TextArea
            value={reason}
            maxLength={500}
            onChange={({ target }) => setEntered((before) => ({ ...before, reason: target.value }))}
          />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('member.failed')} retryText={t('member.again')} />
      </form>
    </Dialog>
  );
}

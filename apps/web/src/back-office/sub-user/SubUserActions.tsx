import { allows } from '@larkmere/contract/back-office/permissions';
import type { PasswordHelp } from '@larkmere/contract/back-office/person';
import type { UserReason, UserView } from '@larkmere/contract/customers/user';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toForm, toRights } from '../../customers/user/user.tsx';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { PasswordHelpDialog, toChannel, usePasswordChannels } from '../person/person.tsx';
import {
  useChangeSubUserPassword,
  useConfirmIdentity,
  useRemoveSubUser,
  useResetSubUserPin,
  useUpdateSubUser,
} from './sub-user.api.ts';

type Props = { customerId: string; user: UserView; onClose: () => void };
type Action = 'identity' | 'resetPin' | 'password' | 'suspend' | 'reinstate' | 'remove';

const reasons: readonly UserReason[] = ['left', 'on_leave', 'other_duties', 'security', 'other'];

/** Each asks for the reason first. The owner of the customer is told of every one. */
export function SubUserActions({ customerId, user, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const [open, setOpen] = useState<Action>();
  const [given, setGiven] = useState<PasswordHelp>();
  const { permissions: mine } = useStaffSession();
  const { permissions, status, name } = user;
  const isMember = status === 'active' || status === 'locked';
  const labels: Record<Action, string> = {
    identity: t('subUser.identity'),
    resetPin: t('resetPin'),
    password: t('password'),
    suspend: t('subUser.suspend'),
    reinstate: t('subUser.reinstate'),
    remove: t(status === 'invited' ? 'subUser.cancelInvitation' : 'subUser.remove'),
  };
  const offered: Record<Action, boolean> = {
    identity: allows(mine, ['kyc', 'act']) && isMember && !user.isIdentityChecked,
    resetPin: permissions.resetPin,
    password: isMember,
    suspend: permissions.suspend && isMember,
    reinstate: permissions.suspend && status === 'suspended',
    remove: permissions.remove,
  };
  const actions = Object.keys(labels) as Action[];
  return (
    <section className="mt-6 grid gap-3 border-t border-line pt-6" aria-label={t('subUser.rights')}>
      {actions
        .filter((action) => offered[action])
        .map((action) => (
          <Button key={action} kind="secondary" wide onClick={() => setOpen(action)}>
            {labels[action]}
          </Button>
        ))}
      {open && (
        <ActionDialog
          key={open}
          action={open}
          label={labels[open]}
          customerId={customerId}
          user={user}
          onGiven={setGiven}
          onDone={open === 'password' ? () => {} : onClose}
          onClose={() => setOpen(undefined)}
        />
      )}
      {given && <PasswordHelpDialog help={given} name={name} onClose={() => setGiven(undefined)} />}
    </section>
  );
}

type DialogProps = Props & {
  action: Action;
  label: string;
  onGiven: (given: PasswordHelp) => void;
  onDone: () => void;
};

function ActionDialog({ action, label, customerId, user, onGiven, onDone, onClose }: DialogProps) {
  const t = useTranslations('manageHelp');
  const reasonName = useTranslations('userManagement.reason');
  const identity = useConfirmIdentity(customerId);
  const resetPin = useResetSubUserPin(customerId);
  const changePassword = useChangeSubUserPassword(customerId);
  const update = useUpdateSubUser(customerId);
  const remove = useRemoveSubUser(customerId);
  const channels = usePasswordChannels();
  const { uid: id, version, name } = user;
  const why: DecisionField = {
    name: 'reason',
    label: t('subUser.why'),
    options: reasons.map((value) => ({ value, label: reasonName(value) })),
  };
  const note: DecisionField = { name: 'note', label: t('subUser.note'), missing: t('reasonMissing'), atLeast: 10 };
  const common = { title: `${label}: ${name}`, submitLabel: label, onClose };
  const texts = { failed: t('failed'), again: t('again'), done: t('subUser.done') };
  const toNoted = ({ note: text = '' }: Readonly<Record<string, string>>, idempotency: string) => ({
    id,
    note: text,
    idempotency,
  });
  if (action === 'identity')
    return (
      <DecisionDialog
        {...common}
        about={t('subUser.identityAbout')}
        fields={[note]}
        texts={texts}
        write={identity.mutateAsync}
        toInput={toNoted}
        onDone={onDone}
      />
    );
  if (action === 'resetPin')
    return (
      <DecisionDialog
        {...common}
        about={t('resetPinAbout')}
        fields={[note]}
        texts={{ ...texts, done: t('pinReset') }}
        write={resetPin.mutateAsync}
        toInput={toNoted}
        onDone={onDone}
      />
    );
  if (action === 'password')
    return (
      <DecisionDialog
        {...common}
        about={t('passwordAbout', { name })}
        fields={[channels, note]}
        texts={{ ...texts, done: t('passwordSet') }}
        write={changePassword.mutateAsync}
        toInput={({ channel, ...more }, key) => ({ ...toNoted(more, key), channel: toChannel(channel) })}
        onDone={onGiven}
      />
    );
  if (action === 'remove')
    return (
      <DecisionDialog
        {...common}
        isDanger
        fields={[why, note]}
        texts={texts}
        write={remove.mutateAsync}
        toInput={({ reason, ...more }, key) => ({ ...toNoted(more, key), version, reason: reason as UserReason })}
        onDone={onDone}
      />
    );
  return (
    <DecisionDialog
      {...common}
      fields={action === 'suspend' ? [why, note] : [note]}
      texts={action === 'suspend' ? texts : { ...texts, done: t('subUser.handedOn') }}
      write={update.mutateAsync}
      toInput={({ reason, ...more }, key) => ({
        ...toNoted(more, key),
        version,
        ...toRights(toForm(user)),
        ...(action === 'suspend'
          ? { state: 'suspended' as const, reason: reason as UserReason }
          : { state: 'active' as const }),
      })}
      onDone={onDone}
    />
  );
}

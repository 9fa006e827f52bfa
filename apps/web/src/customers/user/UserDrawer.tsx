import type { UserView } from '@larkmere/contract/customers/user';
import { accessKeys, mustProveIdentity } from '@larkmere/contract/platform/access';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { DrawerActions } from './DrawerActions.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { RightsFields } from './RightsFields.tsx';
import { UserActions } from './UserActions.tsx';
import { UserStatus } from './UserStatus.tsx';
import { useUserTexts } from './use-user-texts.ts';
import { type Users, useChangeUsers } from './user.api.ts';
import { changesBetween, findFaults, toForm, toRights, type UserForm } from './user-form.ts';

type Props = { user: UserView; users: Users; onClose: () => void };

export const UserDrawer = (props: Props) =>
  props.user.permissions.edit ? <EditDrawer {...props} /> : <ReadDrawer {...props} />;

function ReadDrawer({ user, users, onClose }: Props) {
  const t = useTranslations('userManagement');
  return (
    <DetailDrawer title={user.name} onClose={onClose} onEscape={onClose}>
      <div className="grid gap-6">
        <UserHeading user={user} users={users} />
        {isUnproven(user) && <Notice kind="warning">{t('identityNeeded')}</Notice>}
        <Notice kind="neutral">{t(user.isYou ? 'own' : 'protected')}</Notice>
        <Rights user={user} users={users} />
      </div>
    </DetailDrawer>
  );
}

/** Whoever only reads proves nothing. */
const isUnproven = ({ isIdentityChecked, status, role, accessRole }: UserView): boolean =>
  !isIdentityChecked &&
  status !== 'invited' &&
  mustProveIdentity(
    role,
    accessKeys.filter((key) => accessRole[key]),
  );

function EditDrawer({ user, users, onClose }: Props) {
  const t = useTranslations('userManagement');
  // As it was opened: if another user changes this person meanwhile, the server refuses this version.
  const [opened] = useState(user);
  const before = toForm(opened);
  const [form, setForm] = useState(before);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<'pin' | 'leave'>();
  const change = useChangeUsers();
  const sending = useIdempotentRequest(change.mutateAsync, () => {
    showToast({ kind: 'success', text: t('saved', { name: user.name }) });
    onClose();
  });
  const isBusy = sending.sending || sending.unknown;
  const faults = findFaults(form);
  const changed = changesBetween(before, form);
  const isFine = changed.length > 0 && Object.keys(faults).length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isFine && !isBusy) setAsking('pin');
  };
  const leave = () => (changed.length > 0 ? setAsking('leave') : onClose());
  const state = opened.status === 'locked' ? 'active' : opened.status;
  if (state === 'removed') return null;
  const update = { ...toRights(form), state, ...(opened.reason && { reason: opened.reason }) };
  return (
    <DetailDrawer
      title={user.name}
      onClose={leave}
      onEscape={leave}
      footer={
        <DrawerActions
          form="user"
          label={t('form.save')}
          busyLabel={t('form.saving')}
          busy={isBusy}
          note={t('form.atOnce')}
          onCancel={leave}
        />
      }
    >
      <form id="user" noValidate onSubmit={submit} className="grid gap-6">
        {!asking && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
        {tried && changed.length === 0 && <Notice kind="neutral">{t('form.unchanged')}</Notice>}
        <UserHeading user={user} users={users} />
        {isUnproven(user) && <Notice kind="warning">{t('identityNeeded')}</Notice>}
        <RightsFields
          form={form}
          change={(some) => setForm({ ...form, ...some })}
          faults={tried ? faults : {}}
          users={users}
        />
      </form>
      {opened.status !== 'invited' && <SecondFactor mfa={user.mfa} />}
      <UserActions user={user} onClose={onClose} />
      {asking === 'leave' && <LeaveDialog onLeave={onClose} onStay={() => setAsking(undefined)} />}
      {asking === 'pin' && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'user.update',
            uid: opened.uid,
            version: opened.version,
            change: update,
            amount: '0',
            currency: 'GBP',
            paymentIdempotency: sending.key,
          }}
          description={<ChangeList name={user.name} form={form} changed={changed} users={users} />}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({
              kind: 'update',
              order: {
                id: opened.uid,
                version: opened.version,
                ...update,
                authorisation,
                idempotency: sending.key,
              },
            })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </DetailDrawer>
  );
}

function UserHeading({ user, users }: Pick<Props, 'user' | 'users'>) {
  const t = useTranslations('userManagement');
  const { when } = useUserTexts(users.accounts);
  const { name, email, phone, invitedBy, invitedAt, expiresAt, isExpired, reason } = user;
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} size={48} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{email}</p>
          {phone && <p className="figures text-small text-text-muted">{phone}</p>}
          {invitedBy && invitedAt && (
            <p className="text-small text-text-muted">{t('invitedBy', { name: invitedBy, when: when(invitedAt) })}</p>
          )}
        </div>
        <UserStatus user={user} />
      </div>
      {expiresAt && (
        <p className="text-small text-text-muted">{t(isExpired ? 'endedOn' : 'endsOn', { when: when(expiresAt) })}</p>
      )}
      {reason && <p className="text-small text-text-muted">{t('reasonIs', { reason: t(`reason.${reason}`) })}</p>}
    </div>
  );
}

function SecondFactor({ mfa }: Pick<UserView, 'mfa'>) {
  const t = useTranslations('userManagement.form');
  const value = mfa.length > 0 ? mfa.map((method) => t(`factor.${method}`)).join(', ') : t('noFactor');
  return (
    <div className="mt-6">
      <SummaryList rows={[{ label: t('secondFactor'), value }]} />
    </div>
  );
}

function Rights({ user: { role, accounts, limits }, users }: Pick<Props, 'user' | 'users'>) {
  const t = useTranslations('userManagement');
  const texts = useUserTexts(users.accounts);
  return (
    <SummaryList
      rows={[
        { label: t('form.role'), value: `${t(`role.${role}`)}: ${t(`does.${role}`)}` },
        { label: t('form.accounts'), value: texts.accounts(accounts) },
        { label: t('form.perPayment'), value: texts.limit(limits.perPayment, limits.currency) },
        { label: t('form.daily'), value: texts.limit(limits.daily, limits.currency) },
      ]}
    />
  );
}

type ChangeProps = { name: string; form: UserForm; changed: ReturnType<typeof changesBetween>; users: Users };

function ChangeList({ name, form, changed, users }: ChangeProps) {
  const t = useTranslations('userManagement');
  const texts = useUserTexts(users.accounts);
  const values = {
    role: t(`role.${form.role}`),
    accounts: texts.accounts(form.accounts),
    perPayment: texts.limit(form.perPayment, form.currency),
    daily: texts.limit(form.daily, form.currency),
  };
  return (
    <>
      <span className="block">{t('pin.save', { name })}</span>
      {changed.map((part) => (
        <span key={part} className="figures block font-semibold text-text">
          {t(`pin.${part}`, { value: values[part] })}
        </span>
      ))}
    </>
  );
}

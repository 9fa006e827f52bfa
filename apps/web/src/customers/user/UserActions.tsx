import type { UserReason, UserView } from '@larkmere/contract/customers/user';
import type { Purpose } from '@larkmere/contract/purpose';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { type UserOrder, useChangeUsers, userQuery } from './user.api.ts';
import { toForm, toRights } from './user-form.ts';

type Action = 'suspend' | 'reinstate' | 'remove' | 'resetPin';
type Step = Readonly<{ action: Action; at: 'sure' | 'pin' }>;

const reasons: readonly UserReason[] = ['left', 'on_leave', 'other_duties', 'security', 'other'];

/** What does not wait for "Save": each asks first, and then for the PIN. */
export function UserActions({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useTranslations('userManagement');
  const [step, setStep] = useState<Step>();
  const [reason, setReason] = useState<UserReason>('left');
  const close = () => setStep(undefined);
  const isInvited = user.status === 'invited';
  const doneText = (): string => {
    const { name } = user;
    if (!step) return t('resent');
    if (step.action === 'remove') return isInvited ? t('cancelled') : t('removed', { name });
    if (step.action === 'resetPin') return t('pinReset', { name });
    return t(step.action === 'suspend' ? 'suspended' : 'reinstated', { name });
  };
  const change = useChangeUsers();
  const sending = useIdempotentRequest(change.mutateAsync, () => {
    showToast({ kind: 'success', text: doneText() });
    onClose();
  });
  const isBusy = sending.sending || sending.unknown;
  const { permissions, status, name } = user;
  const start = (action: Action) => {
    setReason(isInvited ? 'other' : action === 'suspend' ? 'on_leave' : 'left');
    setStep({ action, at: action === 'reinstate' ? 'pin' : 'sure' });
  };
  const button = (action: Action, label: string) => (
    <Button kind="secondary" wide busy={isBusy} onClick={() => start(action)}>
      {label}
    </Button>
  );
  return (
    <section className="mt-6 grid gap-3 border-t border-line pt-6" aria-label={t('access')}>
      {!step && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
      {isInvited && (
        <Button
          kind="secondary"
          wide
          busy={isBusy}
          onClick={() => void sending.send({ kind: 'resend', order: { id: user.uid, idempotency: sending.key } })}
        >
          {t('resend')}
        </Button>
      )}
      {permissions.resetPin && button('resetPin', t('resetPin'))}
      {permissions.suspend &&
        (status === 'suspended' ? button('reinstate', t('reinstate')) : button('suspend', t('suspend')))}
      {permissions.remove && button('remove', t(isInvited ? 'cancelInvitation' : 'remove'))}
      {step?.at === 'sure' && (
        <ConfirmAction
          action={step.action}
          user={user}
          reason={reason}
          onReason={setReason}
          onConfirm={() => setStep({ ...step, at: 'pin' })}
          onCancel={close}
        />
      )}
      {step?.at === 'pin' && (
        <PinDialog
          action="verify"
          purpose={purposeOf(step.action, user, reason, sending.key)}
          description={t(`pin.${step.action}`, { name })}
          onResult={({ authorisation }) =>
            authorisation && void sending.send(orderOf(step.action, user, reason, authorisation, sending.key))
          }
          onClose={close}
        />
      )}
    </section>
  );
}

const stateChange = (action: Action, user: UserView, reason: UserReason) => ({
  ...toRights(toForm(user)),
  ...(action === 'suspend' ? { state: 'suspended' as const, reason } : { state: 'active' as const }),
});

function purposeOf(action: Action, user: UserView, reason: UserReason, key: string): Purpose {
  const { uid, version } = user;
  const noMoney = { amount: '0', currency: 'GBP', paymentIdempotency: key } as const;
  if (action === 'remove') return { operation: 'user.remove', uid, version, reason, ...noMoney };
  if (action === 'resetPin') return { operation: 'user.resetpin', uid, ...noMoney };
  return { operation: 'user.update', uid, version, change: stateChange(action, user, reason), ...noMoney };
}

function orderOf(action: Action, user: UserView, reason: UserReason, authorisation: string, key: string): UserOrder {
  const { uid: id, version } = user;
  const sent = { authorisation, idempotency: key };
  if (action === 'remove') return { kind: 'remove', order: { id, version, reason, ...sent } };
  if (action === 'resetPin') return { kind: 'resetPin', order: { id, ...sent } };
  return { kind: 'update', order: { id, version, ...stateChange(action, user, reason), ...sent } };
}

type ConfirmActionProps = {
  action: Action;
  user: UserView;
  reason: UserReason;
  onReason: (reason: UserReason) => void;
  onConfirm: () => void;
  onCancel: () => void;
};

function ConfirmAction({ action, user, reason, onReason, onConfirm, onCancel }: ConfirmActionProps) {
  const t = useTranslations('userManagement');
  const { name, status } = user;
  const isInvited = status === 'invited';
  if (action === 'resetPin')
    return (
      <ConfirmDialog
        title={t('ask.resetTitle', { name })}
        text={t('ask.resetText')}
        confirmLabel={t('resetPin')}
        cancelLabel={t('ask.keep')}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    );
  const isSuspension = action === 'suspend';
  const key = isSuspension ? 'suspend' : isInvited ? 'cancel' : 'remove';
  const labels = { suspend: t('suspend'), cancel: t('cancelInvitation'), remove: t('remove') };
  return (
    <ConfirmDialog
      title={t(`ask.${key}Title`, { name })}
      text={t(`ask.${key}Text`)}
      confirmLabel={labels[key]}
      cancelLabel={t('ask.keep')}
      tone="danger"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {!isInvited && (
        <div className="grid gap-4">
          <Consequences user={user} />
          <SelectField
            label={t('ask.why')}
            value={reason}
            onChange={({ target }) => onReason(reasons.find((each) => each === target.value) ?? 'other')}
            options={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}

/** What the person set up and is affected. */
function Consequences({ user }: { user: UserView }) {
  const t = useTranslations('userManagement.ask');
  const { data } = useQuery(userQuery(user.uid));
  const work = data?.work;
  const affected = work && workKinds.filter((kind) => work[kind] > 0);
  if (!affected || affected.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {affected.map((kind) => (
        <li key={kind}>{t(kind, { count: work[kind] })}</li>
      ))}
    </ul>
  );
}

const workKinds = ['standingOrders', 'scheduledPayments', 'autoFxOrders', 'openRequests'] as const;

import { type Message, message } from '@larkmere/messages/message';
import type { SubUserChanged } from '../../back-office/sub-user/sub-user.ts';
import type { AccessRequestChanged } from '../../customers/access-request/access-request.ts';
import { findCustomer, selectOwnerIds } from '../../customers/customer/customer.ts';
import { type FactorResetChanged, factorResetStep } from '../../customers/factor-reset/factor-reset.ts';
import type { PhoneChanged } from '../../customers/phone-change/phone-change.ts';
import type { OneTimePasswordSet } from '../../identity/password/password.ts';
import type { PinResetByStaff } from '../../identity/pin/pin.ts';
import type { RecoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

type HelpNotice = Readonly<{ type: string; title: Message; text: Message; link?: string }>;

/** What staff did for a person, at the person. */
const notifyPerson =
  <P extends Readonly<{ userId: string }>>(describe: (payload: P) => HelpNotice): TransactionalHandler<P> =>
  async (ctx, { eventId, payload }) => {
    const { type, title, text, link = null } = describe(payload);
    const notice = { eventId, type, severity: 'warning', title, message: text, link } as const;
    await notify(ctx, { customerId: null, people: [payload.userId], about: { kind: 'none' } }, notice);
  };

export const notifyOneTimePassword = notifyPerson<OneTimePasswordSet>(({ at }) => ({
  type: 'password.one_time_set',
  title: message('notice_one_time_password_title'),
  text: message('notice_one_time_password', { changedAt: new Date(at) }),
}));

export const notifyPinReset = notifyPerson<PinResetByStaff>(({ at }) => ({
  type: 'pin.reset_by_staff',
  title: message('notice_pin_reset_title'),
  text: message('notice_pin_reset', { changedAt: new Date(at) }),
}));

export const notifyPasswordEnded = notifyPerson<RecoveryStartedByStaff>(({ at }) => ({
  type: 'recovery.started_by_staff',
  title: message('notice_password_ended_title'),
  text: message('notice_password_ended', { changedAt: new Date(at) }),
}));

export const notifyPhoneChanged = notifyPerson<PhoneChanged>(({ at }) => ({
  type: 'phone_change.confirmed',
  title: message('notice_phone_changed_title'),
  text: message('notice_phone_changed', { changedAt: new Date(at) }),
}));

const changes = {
  rights_changed: 'notice_sub_user_rights_changed',
  removed: 'notice_sub_user_removed',
  pin_reset: 'notice_sub_user_pin_reset',
  password_ended: 'notice_sub_user_password_ended',
} as const;

/** What staff did with the people of a customer, at its owners. */
export const notifySubUserChanged: TransactionalHandler<SubUserChanged> = async (ctx, { eventId, payload }) => {
  const { customerId, name, change } = payload;
  const people = await selectOwnerIds(ctx.tx, customerId);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    {
      eventId,
      type: `sub_user.${change}`,
      severity: 'warning',
      title: message('notice_sub_user_title'),
      message: message(changes[change], { name }),
      link: null,
    },
  );
};

/** A person may have lost the second factor, or somebody else says so. */
export const notifyFactorReset = notifyPerson<FactorResetChanged>((reset) => ({
  type: `factor_reset.${reset.state}`,
  title: message('notice_factor_reset_title'),
  text:
    reset.state === 'approved'
      ? message('notice_factor_reset_approved', { takesEffectAt: new Date(reset.appliesAt ?? 0) })
      : message('notice_factor_reset', { step: factorResetStep(reset) }),
  link: '/device',
}));

/** What staff prepared, at the owners who decide it. */
export const notifyAccessRequest: TransactionalHandler<AccessRequestChanged> = async (ctx, { eventId, payload }) => {
  const { customerId, name, step, takesEffectAt } = payload;
  const customer = await findCustomer(ctx.tx, customerId);
  const words = { name, step, takesEffectAt: new Date(takesEffectAt ?? 0) };
  const people = await selectOwnerIds(ctx.tx, customerId);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    {
      eventId,
      type: `access_request.${step}`,
      severity: 'warning',
      title: message('notice_access_request_title'),
      message: message('notice_access_request', words),
      link: customer?.kind === 'wallet' ? '/wallet/user-management' : '/user-management',
    },
  );
};

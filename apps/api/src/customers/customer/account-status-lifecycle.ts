import type { StatusChangeReason } from '@larkmere/contract/back-office/status-change-rules';
import {
  type AccountAction,
  type AccountCondition,
  type AccountStatus,
  accountPermissions,
} from '@larkmere/contract/platform/account-status';
import type { Selectable } from 'kysely';
import { endSessionsOfMember } from '../../identity/session/session.ts';
import type { CustomerCustomer } from '../../platform/db/schema.gen.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import { accountRestricted, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockCustomer } from './customer.sql.ts';
import { selectMemberIds } from './membership.sql.ts';

/** Why an account has its status. Staff see the code; the customer reads the text of the status. */
type StatusReason =
  | StatusChangeReason
  | 'opened'
  | 'kyc_approved'
  | 'identity_contradicted'
  | 'inactivity'
  | 'confirmed_by_customer'
  | 'frozen_by_customer'
  | 'unfrozen_by_customer'
  | 'closing_requested'
  | 'closing_withdrawn'
  | 'money_paid_out'
  | 'card_payment_reversed';

/**
 * Product.md B3. A customer starts and withdraws a closing, ends dormancy, and freezes the account: a restriction that
 * they can lift, unlike ours. Everything else is for staff. A customer whom we have restricted or suspended cannot start a
 * closing: it lets money out to an account of their own.
 */
export const accountStatusLifecycle = defineLifecycle({
  table: 'customer.customer',
  history: {
    table: 'customer.status_transition',
    key: 'customerId',
    copies: ['stateReason', 'blockedBy', 'stateMessage'],
  },
  action: 'account_status',
  entity: 'customer',
  audited: ({ stateReason: reason }) => ({ reason }),
})<AccountStatus>({
  transitions: {
    pending: {
      active: ['system', 'staff'],
      suspended: 'staff',
      locked: ['system', 'staff'],
      closing: ['customer', 'staff'],
    },
    active: {
      restricted: ['customer', 'staff', 'system'],
      suspended: ['staff', 'system'],
      locked: ['system', 'staff'],
      dormant: 'system',
      closing: ['customer', 'staff'],
    },
    restricted: {
      active: ['customer', 'staff'],
      suspended: 'staff',
      locked: ['system', 'staff'],
      closing: 'staff',
    },
    suspended: { active: 'staff', restricted: 'staff', locked: ['system', 'staff'], closing: 'staff' },
    locked: {
      pending: ['system', 'staff'],
      active: ['system', 'staff'],
      restricted: ['system', 'staff'],
      suspended: ['system', 'staff'],
      dormant: ['system', 'staff'],
      closing: ['system', 'staff'],
    },
    dormant: {
      active: ['customer', 'staff'],
      restricted: ['staff', 'system'],
      suspended: 'staff',
      locked: ['system', 'staff'],
      closing: ['customer', 'staff'],
    },
    closing: {
      pending: ['customer', 'staff'],
      active: ['customer', 'staff'],
      restricted: ['customer', 'staff'],
      suspended: ['customer', 'staff'],
      dormant: ['customer', 'staff'],
      locked: ['system', 'staff'],
      closed: ['system', 'staff'],
    },
    closed: {},
  },
  waiting: {},
});

/**
 * For work without its user, and for what depends on a condition; the binder checks every call. Refuses with
 * `account_restricted` if the status does not allow the action, or only under a condition that is not met.
 */
export function requireAccountAction(
  status: AccountStatus,
  action: AccountAction,
  met: readonly AccountCondition[] = [],
): void {
  if (status === 'active') return;
  const permission = accountPermissions[status][action];
  if (permission === 'no' || (permission !== 'yes' && !met.includes(permission))) throw accountRestricted(status);
}

/** What staff write about the status. Without a text the customer reads that of the status alone. */
type StatusLetter = Readonly<{ text: string | null; noticeEndsAt: string | null; isSilent: boolean }>;

export type AccountStatusChange = Readonly<{
  customerId: string;
  from: AccountStatus;
  to: AccountStatus;
  reason: StatusReason;
  /** Null for a status that no member of staff set by hand. */
  letter: StatusLetter | null;
  /** The user who did it; null for staff and for ourselves. */
  byName: string | null;
}>;
export const accountStatusChanged = defineEvent<AccountStatusChange>('customer.account_status_changed');

type NewStatus = Readonly<{ status: AccountStatus; reasonCode: StatusReason; letter?: StatusLetter }>;

/**
 * Changes the account status of a customer, which every request reads anew. A lock ends all sessions that look at this
 * customer. Refuses with `not_found` or `invalid_transition`.
 */
export async function changeAccountStatus(
  ctx: Ctx,
  customerId: string,
  { status, reasonCode, letter }: NewStatus,
): Promise<void> {
  const customer = await lockCustomer(ctx.tx, customerId);
  if (!customer) throw new Refusal('not_found');
  const isOurs = customer.state === 'restricted' && customer.stateReason !== 'frozen_by_customer';
  const isLiftedByCustomer = ctx.actor.kind === 'customer' && isOurs;
  // A closing that is withdrawn may end in a restriction as well; a freeze begins from an open account only.
  const isFrozenTooLate = reasonCode === 'frozen_by_customer' && customer.state !== 'active';
  if (isLiftedByCustomer || isFrozenTooLate) throw new Refusal('invalid_transition');
  await changeState(ctx, accountStatusLifecycle, customer, {
    state: status,
    stateReason: reasonCode,
    stateSince: ctx.now,
    stateMessage: letter?.text ?? null,
    blockedBy: blockerOf(status, reasonCode, customer.blockedBy),
  });
  if (status === 'locked')
    for (const userId of await selectMemberIds(ctx.tx, customerId))
      await endSessionsOfMember(ctx.tx, { userId, customerId }, 'account_locked');
  const from = customer.state;
  const byName = ctx.actor.kind === 'customer' ? ctx.actor.name : null;
  const change = { customerId, from, to: status, reason: reasonCode, letter: letter ?? null, byName };
  await emit(ctx, accountStatusChanged, change);
}

/** A closing and a freeze are the customer's own; every other block is ours. */
type BlockedBy = Selectable<CustomerCustomer>['blockedBy'];

function blockerOf(status: AccountStatus, reason: StatusReason, before: BlockedBy): BlockedBy {
  if (status === 'pending' || status === 'active' || status === 'dormant') return null;
  if (status === 'closed') return before;
  return reason === 'closing_requested' || reason === 'frozen_by_customer' ? 'customer' : 'us';
}

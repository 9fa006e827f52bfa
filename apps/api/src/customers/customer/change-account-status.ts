import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import type { Selectable } from 'kysely';
import { endSessionsOfMember } from '../../identity/session/session.ts';
import type { CustomerCustomer } from '../../platform/db/schema.gen.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { accountStatusLifecycle, type StatusReason } from './account-status-lifecycle.ts';
import { lockCustomer, selectMemberIds } from './customer.sql.ts';

/** What staff write about the status. Without a text the customer reads that of the status alone. */
export type StatusLetter = Readonly<{ text: string | null; noticeEndsAt: string | null; isSilent: boolean }>;

export type AccountStatusChange = Readonly<{
  customerId: string;
  from: AccountStatus;
  to: AccountStatus;
  reason: StatusReason;
  /** Null for a status that no member of staff set by hand. */
  letter: StatusLetter | null;
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
  await emit(ctx, accountStatusChanged, { customerId, from, to: status, reason: reasonCode, letter: letter ?? null });
}

/** Whoever closes an account also ends it; every other block is ours. */
type BlockedBy = Selectable<CustomerCustomer>['blockedBy'];

function blockerOf(status: AccountStatus, reason: StatusReason, before: BlockedBy): BlockedBy {
  if (status === 'pending' || status === 'active' || status === 'dormant') return null;
  if (status === 'closed') return before;
  return reason === 'closing_requested' ? 'customer' : 'us';
}

import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { endSessionsOfMember } from '../../identity/session/session.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { accountStatusLifecycle, type StatusReason } from './account-status-lifecycle.ts';
import { lockCustomer, selectMemberIds } from './customer.sql.ts';

export type AccountStatusChange = Readonly<{
  customerId: string;
  from: AccountStatus;
  to: AccountStatus;
  reason: StatusReason;
}>;
export const accountStatusChanged = defineEvent<AccountStatusChange>('customer.account_status_changed');

/**
 * Changes the account status of a customer, which every request reads anew. A lock ends all sessions that look at this
 * customer. Refuses with `not_found` or `invalid_transition`.
 */
export async function changeAccountStatus(
  ctx: Ctx,
  customerId: string,
  { status, reasonCode }: Readonly<{ status: AccountStatus; reasonCode: StatusReason }>,
): Promise<void> {
  const customer = await lockCustomer(ctx.tx, customerId);
  if (!customer) throw new Refusal('not_found');
  const change = { state: status, state_reason: reasonCode, state_since: ctx.now };
  await changeState(ctx, accountStatusLifecycle, customer, change);
  if (status === 'locked')
    for (const userId of await selectMemberIds(ctx.tx, customerId))
      await endSessionsOfMember(ctx.tx, { userId, customerId }, 'account_locked');
  const from = customer.state as AccountStatus;
  await emit(ctx, accountStatusChanged, { customerId, from, to: status, reason: reasonCode });
}

import { accountPermissions } from '@larkmere/contract/platform/account-status';
import type { AccountStatusChange } from '../../customers/customer/customer.ts';
import type { UserStateChanged } from '../../customers/user/user.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changeCardState } from './change-card-state.ts';
import { lockCardsInUse } from './issued-card.sql.ts';
import type { IssuedCard } from './issued-card-row.ts';
import { liftLocked, stopLocked } from './stop-card.ts';

/** Cards follow what the status of the account allows. With a closed account they end. */
export const followAccountStatus: TransactionalHandler<AccountStatusChange> = async (ctx, { payload }) => {
  const { customerId, to } = payload;
  for (const card of await lockCardsInUse(ctx.tx, customerId)) {
    if (to === 'closed') await endCard(ctx, card, 'closed', 'account_closed');
    else if (accountPermissions[to].card === 'no') await stopLocked(ctx, card, 'account_status');
    else await liftLocked(ctx, card, 'account_status');
  }
};

/** Cards of a person who left are blocked, and stopped while the person is suspended. */
export const followPerson: TransactionalHandler<UserStateChanged> = async (ctx, { payload }) => {
  const { customerId, userId, state } = payload;
  for (const card of await lockCardsInUse(ctx.tx, customerId, userId)) {
    if (state === 'removed') await endCard(ctx, card, 'blocked', 'person_removed');
    else if (state === 'suspended') await stopLocked(ctx, card, 'person_suspended');
    else await liftLocked(ctx, card, 'person_suspended');
  }
};

/** An order that is not answered yet ends when it is: see `enforceRestrictions`. */
async function endCard(ctx: Ctx, card: IssuedCard, state: 'blocked' | 'closed', reason: string): Promise<void> {
  if (card.state !== 'ordered') await changeCardState(ctx, card, { state, stopReason: reason });
}

import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { blockOrder } from './close-occurrence.ts';
import { loadPayeesAndAccounts } from './due-occurrence.read.ts';
import { orderLifecycle } from './order-lifecycle.ts';
import { findBlockReason } from './pay-occurrences.ts';
import { lockOrder, selectOpenOrdersByPayee, updateOrder } from './standing-order.sql.ts';
import { toState } from './standing-order.ts';

/** Blocks orders whose payee's bank details differ from the approved ones. Other payee changes do not block. */
export const onPayeeChanged: TransactionalHandler<{ payeeId: string }> = async (ctx, { payload: { payeeId } }) => {
  const { tx, now } = ctx;
  for (const id of await selectOpenOrdersByPayee(tx, payeeId)) {
    const order = await lockOrder(tx, id);
    const around = (await loadPayeesAndAccounts(tx, [id])).get(id);
    if (!order || !around) continue;
    const code = findBlockReason(around);
    if (code && canTransition(orderLifecycle, toState(order), 'blocked')) await blockOrder(ctx, order, code);
    else if (!code && around.payeeVersion !== order.payeeVersion)
      await updateOrder(tx, id, { payeeVersion: around.payeeVersion, changedAt: now });
  }
};

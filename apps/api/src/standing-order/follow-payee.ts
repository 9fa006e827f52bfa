import type { InsideListener } from '../kernel/relay.ts';
import { aroundOf } from './due.read.ts';
import { blockedBy } from './pay-dates.ts';
import { blockOrder } from './settle-date.ts';
import { changeOrder, liveOrdersTo, lockOrder } from './standing-order.sql.ts';
import { mayBecome, stateOf } from './standing-order.ts';

/** Blocks orders whose payee's bank details differ from the approved ones. Other payee changes do not block. */
export const followPayee: InsideListener<{ payeeId: string }> = async (ctx, { payload: { payeeId } }) => {
  const { tx, now } = ctx;
  for (const id of await liveOrdersTo(tx, payeeId)) {
    const order = await lockOrder(tx, id);
    const around = (await aroundOf(tx, [id])).get(id);
    if (!order || !around) continue;
    const code = blockedBy(around);
    if (code && mayBecome(stateOf(order), 'blocked')) await blockOrder(ctx, order, code);
    else if (!code && around.payeeVersion !== order.payee_version)
      await changeOrder(tx, id, { payee_version: around.payeeVersion, changed_at: now });
  }
};

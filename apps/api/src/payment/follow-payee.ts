import { Refusal } from '../kernel/refusal.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { versionStillPaying } from '../payee/payee.ts';
import { lockPlannedTo } from './plan.sql.ts';
import { refusePlanned } from './settle-planned.ts';

/**
 * A payee was changed: planned payments to other bank details than those that were approved end now, while there is still
 * time to make them again. A new nickname or the like changes nothing.
 */
export const endPlannedTo: InsideListener<{ payeeId: string }> = async (ctx, { payload: { payeeId } }) => {
  for (const payment of await lockPlannedTo(ctx.tx, payeeId)) {
    const approved = { id: payeeId, version: payment.payee_version };
    if ((await versionStillPaying(ctx.tx, approved)) === undefined)
      await refusePlanned(ctx, payment, new Refusal('payee_changed'));
  }
};

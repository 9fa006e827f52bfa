import { Refusal } from '../kernel/refusal.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { versionStillPaying } from '../payee/payee.ts';
import { lockPlannedTo } from './plan.sql.ts';
import { refusePlanned } from './settle-planned.ts';

/**
 * Ends scheduled payments when the bank details of their payee change, while there is time to create them again. Other
 * changes have no effect.
 */
export const endPlannedTo: InsideListener<{ payeeId: string }> = async (ctx, { payload: { payeeId } }) => {
  for (const payment of await lockPlannedTo(ctx.tx, payeeId)) {
    const approved = { id: payeeId, version: payment.payee_version };
    if ((await versionStillPaying(ctx.tx, approved)) === undefined)
      await refusePlanned(ctx, payment, new Refusal('payee_changed'));
  }
};

import { selectUnchangedVersion } from '../../payees/payee/payee.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { lockScheduledToPayee } from '../payment/schedule.sql.ts';
import { rejectScheduledPayment } from './handle-failed-execution.ts';

/**
 * Ends scheduled payments when the bank details of their payee change, while there is time to create them again. Other
 * changes have no effect.
 */
export const rejectScheduledToChangedPayee: TransactionalHandler<{ payeeId: string }> = async (
  ctx,
  { payload: { payeeId } },
) => {
  for (const payment of await lockScheduledToPayee(ctx.tx, payeeId)) {
    const approved = { id: payeeId, version: payment.payeeVersion };
    if ((await selectUnchangedVersion(ctx.tx, approved)) === undefined)
      await rejectScheduledPayment(ctx, payment, new Refusal('payee_changed'));
  }
};

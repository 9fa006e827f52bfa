import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { selectQueuedServices } from '../../reference/service-availability/service-availability.ts';
import { railsOfServices, selectStoppedServices } from '../../reference/service-breaker/service-breaker.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld } from '../payment/payment-events.ts';
import { claimReleasablePayments } from './due-payment.sql.ts';

const maxPayments = 200;

export function releasePayments(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const stopped = railsOfServices(await selectStoppedServices(tx));
    const queued = railsOfServices(await selectQueuedServices(tx));
    const opened = await claimReleasablePayments(tx, maxPayments, { stopped, queued });
    for (const payment of opened)
      await emit({ tx, requestId: `release:${payment.reference}` }, paymentHeld, toPaymentEvent(payment));
    return opened.length;
  });
}

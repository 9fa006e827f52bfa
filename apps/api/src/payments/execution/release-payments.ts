import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld } from '../payment/payment-events.ts';
import { claimReleasablePayments } from './due-payment.sql.ts';

const maxPayments = 200;

export function releasePayments(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const opened = await claimReleasablePayments(tx, maxPayments);
    for (const payment of opened)
      await emit({ tx, requestId: `release:${payment.reference}` }, paymentHeld, toPaymentEvent(payment));
    return opened.length;
  });
}

import type { Db } from '../kernel/db.ts';
import { emit } from '../kernel/outbox.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { takeOpened } from './due.sql.ts';
import { newsOf } from './payment.view.ts';
import { paymentHeld } from './payment-news.ts';

const most = 200;

export function releasePayments(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const opened = await takeOpened(tx, most);
    for (const payment of opened)
      await emit({ tx, requestId: `release:${payment.reference}` }, paymentHeld, newsOf(payment));
    return opened.length;
  });
}

import { v7 } from 'uuid';
import { insertPayee, insertVersion } from '../../apps/api/src/payees/payee/payee.sql.ts';
import { createStandingOrder } from '../../apps/api/src/payments/standing-order/save-standing-order.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { authorise, type Payer } from '../payers/payer.fixture.ts';

const somchai = {
  type: 'gbp',
  currency: 'GBP',
  name: 'Somchai Prasert',
  entityType: 'individual',
  details: { sortCode: '202959', accountNumber: '63748472' },
  account: '202959 63748472',
  nickname: null,
  defaultReference: null,
  favourite: false,
  status: 'approved',
  reasonCode: null,
  reason: null,
  nameCheckId: null,
} as const;

export async function createStandingOrders(db: Db, { actor, bankholderId }: Payer, count: number): Promise<void> {
  const payeeUid = v7();
  await inTransaction(db, async (tx, now) => {
    const written = { id: payeeUid, version: 1, userId: actor.userId, at: now };
    await insertPayee(tx, written, actor.customerId, somchai);
    await insertVersion(tx, written, somchai);
  });
  for (let n = 0; n < count; n += 1) {
    const terms = {
      sourceBankholderId: bankholderId,
      payeeUid,
      payeeVersion: 1,
      amount: '1.00',
      currency: 'GBP',
      reference: `Rent ${n}`,
      frequency: 'weekly',
      startDate: new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10),
      end: { kind: 'never' },
      nonWorkingDay: 'next',
      warnDaysBefore: 1,
    } as const;
    const idempotency = v7();
    const figures = { amount: terms.amount, currency: terms.currency, paymentIdempotency: idempotency };
    const purpose = { operation: 'standing-order.set', uid: null, version: null, terms, ...figures } as const;
    const approval = await authorise(db, actor, purpose);
    await inTransaction(db, (tx, now) =>
      createStandingOrder({ tx, now, actor, requestId: 'bench' }, { terms, authorisation: approval, idempotency }),
    );
  }
}

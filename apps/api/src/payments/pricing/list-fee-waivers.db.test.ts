import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { inSession, insertFeeWaiver } from '../../../../../test/fixtures/payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listFeeWaivers } from './pricing.read.ts';

const { db } = await createDatabase();

it('lists the customer’s remaining fee waivers, soonest to expire first', async () => {
  const [who, other] = [await seedCustomer(db), await seedCustomer(db)];
  const soon = new Date(Date.now() + 86_400_000);
  const give = (over: object) =>
    inTransaction(db, (tx) =>
      insertFeeWaiver(tx, { id: v7(), customerId: who.customer.id, source: 'signup', ...over }),
    );
  await give({ source: 'goodwill', appliesTo: ['faster-payments'], currency: 'GBP', maxMinor: 10_000n });
  await give({ source: 'promo', expiresAt: soon });
  await give({ expiresAt: new Date(Date.now() - 1000) });
  await give({ customerId: other.customer.id });
  const list = await inTransaction(db, (tx, now) =>
    listFeeWaivers({ tx, now, actor: inSession(who, ''), requestId: 'test' }, {}),
  );
  expect(list).toEqual([
    {
      uid: expect.any(String),
      source: 'promo',
      appliesTo: ['faster-payments', 'sepa-instant', 'sepa-credit-transfer', 'promptpay', 'bahtnet'],
      maxAmount: null,
      currency: null,
      expiresAt: soon.toISOString(),
      status: 'available',
    },
    {
      uid: expect.any(String),
      source: 'goodwill',
      appliesTo: ['faster-payments'],
      maxAmount: '100.00',
      currency: 'GBP',
      expiresAt: null,
      status: 'available',
    },
  ]);
});

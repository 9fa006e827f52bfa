import { randomUUID } from 'node:crypto';
import type { PaymentPurpose } from '@larkmere/contract/purpose';
import { expect, test } from 'vitest';
import {
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
} from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { requirePinAuthorisation } from './pin.ts';

const { db } = await createDatabase();
const who = await seedCustomer(db);
const session = await seedSession(db, who);
const [account, payee] = [await seedAccount(db, who), await seedPayee(db, who)];

async function createAuthorisation() {
  const order = toPaymentOrder(account, payee);
  const { authorisation } = await seedPaymentAuthorisation(db, who, order, session);
  const { idempotency: paymentIdempotency, confirmDuplicate: _, restFrom: _rest, ...rest } = order;
  const purpose: PaymentPurpose = { operation: 'payment.gbp', ...rest, paymentIdempotency };
  const redeem = (over: Partial<PaymentPurpose> = {}, by = who, sessionId = session) =>
    inTransaction(db, (tx) =>
      requirePinAuthorisation({ tx, actor: inSession(by, sessionId) }, authorisation, { ...purpose, ...over }),
    );
  return { purpose, redeem };
}

test('an authorisation is valid once, for exactly the authorised operation', async () => {
  const { purpose, redeem } = await createAuthorisation();
  const changes: Partial<PaymentPurpose>[] = [
    { sourceBankholderId: `${purpose.sourceBankholderId}0` },
    { payeeUid: randomUUID() },
    { payeeVersion: purpose.payeeVersion + 1 },
    { amount: '25.01' },
    { currency: 'EUR' },
    { fee: '0.51' },
    { reference: `${purpose.reference}.` },
    { paymentIdempotency: randomUUID() },
  ];
  expect(changes.length).toBe(Object.keys(purpose).length - 1);
  for (const change of changes) await expectRefusal(db, 'authorisation_invalid', () => redeem(change));
  await redeem({ amount: '25' });
  await expectRefusal(db, 'authorisation_invalid', () => redeem());
});

test('an authorisation is invalid for another user or session', async () => {
  const { redeem } = await createAuthorisation();
  const other = await seedCustomer(db);
  await expectRefusal(db, 'authorisation_invalid', () => redeem({}, other));
  const second = await seedSession(db, who);
  await expectRefusal(db, 'authorisation_invalid', () => redeem({}, who, second));
  await redeem();
});

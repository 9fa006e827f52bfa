import { randomUUID } from 'node:crypto';
import type { PaymentPurpose } from '@larkmere/contract/pin';
import { expect, test } from 'vitest';
import { expectRefusal, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { approve, givenSession, inSession, orderFor } from '../../../../test/given-payment.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { requireApproval } from './pin.ts';

const { db } = await givenDatabase();
const who = await givenCustomer(db);
const session = await givenSession(db, who);
const [account, payee] = [await givenAccount(db, who), await givenPayee(db, who)];

async function givenApproval() {
  const order = orderFor(account, payee);
  const { approval } = await approve(db, who, order, session);
  const { idempotency: paymentIdempotency, confirmDuplicate: _, ...rest } = order;
  const purpose: PaymentPurpose = { operation: 'payment.gbp', ...rest, paymentIdempotency };
  const redeem = (over: Partial<PaymentPurpose> = {}, by = who, sessionId = session) =>
    inTransaction(db, (tx, now) =>
      requireApproval({ tx, now, actor: inSession(by, sessionId), requestId: 'test' }, approval, {
        ...purpose,
        ...over,
      }),
    );
  return { purpose, redeem };
}

test('an authorisation is valid once, for exactly the authorised operation', async () => {
  const { purpose, redeem } = await givenApproval();
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
  for (const change of changes) await expectRefusal(db, 'approval_invalid', () => redeem(change));
  await redeem({ amount: '25' });
  await expectRefusal(db, 'approval_invalid', () => redeem());
});

test('an authorisation is invalid for another user or session', async () => {
  const { redeem } = await givenApproval();
  const other = await givenCustomer(db);
  await expectRefusal(db, 'approval_invalid', () => redeem({}, other));
  const second = await givenSession(db, who);
  await expectRefusal(db, 'approval_invalid', () => redeem({}, who, second));
  await redeem();
});

import { accessKeys } from '@larkmere/contract/platform/access';
import { v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { recallAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  type UkPayee,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { clockAt, createStandingOrderUser, standingOrderTerms } from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { runBulkPayments } from '../../payments/bulk/run-bulk-payments.ts';
import { openLog } from '../../platform/observability/log.ts';
import { removePayee } from './remove-payee.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: UkPayee;

beforeEach(async () => {
  who = await seedCustomer(db, { business: true });
  account = await seedAccount(db, who, { balance: '500.00' });
  payee = await seedPayee(db, who);
});

const remove = ({ id: uid } = payee) => asCustomer(db, who).run(removePayee, { uid, idempotency: v7() });
const usesOf = async (of?: UkPayee) => (await expectRefusal(db, 'payee_in_use', () => remove(of))).data;
const uploadFile = () =>
  seedBulkFile(db, who, ['Somchai Prasert,20-29-59,63748472,25.00,Rent 1'], { name: 'pay day.csv' });

test('refuses to delete a payee with released file rows, but not one with unreleased rows', async () => {
  const file = await uploadFile();
  await releaseFileAs(db, who, file);
  expect(await usesOf()).toEqual({ uses: [{ by: 'bulk_payment', uid: file.uid, reference: 'pay day.csv' }] });
  await runBulkPayments(db, openLog('silent'));
  expect(await usesOf()).toMatchObject({ uses: [{ by: 'payment' }] });
  await db.updateTable('payment.payment').set({ state: 'cancelled' }).where('payeeId', '=', payee.id).execute();
  await uploadFile();
  expect(await remove()).toBeNull();
});

test('refuses to delete a payee with rows awaiting approval, and names every use', async () => {
  await seedColleague(db, who, 'admin', accessKeys);
  await seedApprovalRule(db, who, { minAmount: '20.00' });
  const file = await uploadFile();
  await releaseFileAs(db, who, file);
  const orders = await createStandingOrderUser(db, who, clockAt('2026-11-20T10:00:00Z'));
  const order = await orders.create(standingOrderTerms(account, payee, { amount: '5.00' }));
  const paymentUid = await seedPaymentRow(db, who, account, payee, { state: 'sent' });
  const refusal = await expectRefusal(db, 'payee_in_use', () => remove());
  expect(refusal.data).toMatchObject({
    uses: [
      { by: 'payment', uid: paymentUid },
      { by: 'standing_order', reference: order.reference },
      { by: 'bulk_payment', uid: file.uid },
    ],
  });
  expect(refusal.message).toContain(`standing order ${order.reference} and bulk payment pay day.csv`);
});

test('refuses to delete the new payee of a standing order change that awaits approval', async () => {
  await seedColleague(db, who, 'admin', accessKeys);
  const orders = await createStandingOrderUser(db, who, clockAt('2026-11-20T10:00:00Z'));
  const order = await orders.create(standingOrderTerms(account, payee));
  await seedApprovalRule(db, who, { minAmount: '20.00' });
  const other = await seedPayee(db, who, ukDetails.northgate);
  await orders.edit(order, standingOrderTerms(account, other));
  expect(await usesOf(other)).toMatchObject({ uses: [{ by: 'standing_order', reference: order.reference }] });
  const { id } = await db
    .selectFrom('approval.request')
    .select('id')
    .where('customerId', '=', who.customer.id)
    .where('kind', '=', 'standing_order')
    .executeTakeFirstOrThrow();
  await recallAs(db, who, id);
  expect(await remove(other)).toBeNull();
  expect(await usesOf()).toMatchObject({ uses: [{ by: 'standing_order' }] });
});

test('deletes a payee that only a draft uses', async () => {
  await seedPaymentRow(db, who, account, payee, { state: 'draft' });
  expect(await remove()).toBeNull();
});

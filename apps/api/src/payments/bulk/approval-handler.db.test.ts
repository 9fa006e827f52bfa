import type { BulkFileView } from '@larkmere/contract/payments/bulk';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  approveAs,
  expectRefusalAfterSignIn,
  rejectAs,
  seedApprovalRule,
  seedColleague,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { openLog } from '../../platform/observability/log.ts';
import { correctRow, excludeRow } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { getFile, listRows } from './show-files.ts';

const { db } = await createDatabase();
const log = openLog('silent');
const lines = ['Somchai Prasert,20-29-59,63748472,25.00,A 1', 'Northgate Lettings Ltd,08-99-99,66374958,100.00,A 2'];
let [owner, maker, first, second]: TestUser[] = [];
let account: BankAccount;
let northgate: Payee;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  maker = await seedColleague(db, owner, 'maker');
  first = await seedColleague(db, owner, 'approver');
  second = await seedColleague(db, owner, 'approver');
  account = await seedAccount(db, owner, { balance: '500.00' });
  await seedPayee(db, owner);
  northgate = await seedPayee(db, owner, ukDetails.northgate);
});

const run = (who: TestUser) => asCustomer(db, who).run;
const viewAs = (uid: string, who = owner as TestUser): Promise<BulkFileView> => run(who)(getFile, { uid });
const balances = () => balancesOf(db, account);

const upload = (who: TestUser, rows: readonly string[] = lines): Promise<BulkFileView> => seedBulkFile(db, who, rows);

const release = (who: TestUser, file: BulkFileView): Promise<BulkFileView> => releaseFileAs(db, who, file);

async function requestRelease(who = maker as TestUser, rows?: readonly string[]) {
  const file = await release(who, await upload(who, rows));
  return { file, uid: file.approvalRequests[0]?.uid ?? '' };
}

const listPayments = async () => {
  await runBulkPayments(db, log);
  const payments = db.selectFrom('payment.payment').select(['state', 'amountMinor', 'payeeName']);
  return payments
    .where('customerId', '=', owner?.customer.id ?? '')
    .orderBy('amountMinor')
    .execute();
};
const people = () => [owner, maker, first, second] as [TestUser, TestUser, TestUser, TestUser];

describe('bulk release that requires approval', () => {
  beforeEach(() => seedApprovalRule(db, owner as TestUser, { minAmount: '125.00', approvers: 2 }));

  it('holds the total once and sends nothing', async () => {
    const { file } = await requestRelease();
    expect(file).toMatchObject({
      counts: { awaiting_approval: 2, ready: 0, released: 0 },
      totals: [],
      approvalRequests: [{ state: 'open', approvedCount: 0, requiredCount: 2 }],
    });
    expect(await balances()).toEqual(['500.00', '374.00']);
    expect(await listPayments()).toEqual([]);
    expect(await balances()).toEqual(['500.00', '374.00']);
  });

  it('pays each row once after the last approval, with a hold per payment', async () => {
    const [, , first, second] = people();
    const { file, uid } = await requestRelease();
    expect(await approveAs(db, first, uid)).toMatchObject({
      state: 'open',
      title: 'Pay 125.00 GBP in 2 payments from pay.csv',
      amount: { amount: '125.00', currency: 'GBP' },
    });
    expect(await listPayments()).toEqual([]);
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'approved' });
    expect(await listPayments()).toMatchObject([
      { state: 'ready', amountMinor: 2500n, payeeName: 'Somchai Prasert' },
      { state: 'ready', amountMinor: 10_000n },
    ]);
    expect(await balances()).toEqual(['500.00', '374.00']);
    expect(await viewAs(file.uid)).toMatchObject({
      counts: { paid: 2, awaiting_approval: 0 },
      approvalRequests: [{ state: 'approved', approvedCount: 2 }],
    });
  });

  it('makes the rows ready when rejected, to be released again', async () => {
    const [, maker, first, second] = people();
    const { file, uid } = await requestRelease();
    await approveAs(db, second, uid);
    await rejectAs(db, first, uid);
    const back = await viewAs(file.uid);
    expect(back).toMatchObject({
      counts: { ready: 2, awaiting_approval: 0 },
      approvalRequests: [{ state: 'rejected' }],
    });
    expect(await balances()).toEqual(['500.00', '500.00']);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approveAs(db, first, uid));
    expect(await listPayments()).toEqual([]);
    const again = await release(maker, back);
    expect(again).toMatchObject({
      counts: { awaiting_approval: 2 },
      approvalRequests: [{ state: 'open', approvedCount: 0 }],
    });
    expect(await balances()).toEqual(['500.00', '374.00']);
  });

  it('refuses changes while it waits, in the API and in the database', async () => {
    const [owner, maker] = people();
    const { file } = await requestRelease();
    const row = { uid: file.uid, number: 1, idempotency: v7() };
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => run(maker)(excludeRow, row));
    await expectRefusalAfterSignIn(db, 'invalid_transition', () =>
      run(owner)(correctRow, { ...row, values: { amount: '9' } }),
    );
    for (const change of [{ amountMinor: 1n }, { payeeId: null, payeeVersion: null }, { state: 'paid' }] as const)
      await expect(
        db.updateTable('bulk_payment.row').set(change).where('fileId', '=', file.uid).execute(),
      ).rejects.toMatchObject({ constraint: expect.stringMatching(/pending_row_unchanged|check/) });
  });

  it('is void when a payee changed or the fee rose meanwhile', async () => {
    const [, maker, first, second] = people();
    const { file, uid } = await requestRelease();
    await approveAs(db, first, uid);
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', northgate.id).execute();
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'void' });
    expect(await viewAs(file.uid)).toMatchObject({ counts: { ready: 2 }, approvalRequests: [{ state: 'void' }] });
    expect(await balances()).toEqual(['500.00', '500.00']);
    await db.updateTable('payee.payee').set({ status: 'approved' }).where('id', '=', northgate.id).execute();
    const again = (await release(maker, await viewAs(file.uid))).approvalRequests[0]?.uid ?? '';
    await approveAs(db, first, again);
    const costs = (feeMinor: bigint) =>
      writeSettings(db, db.updateTable('payment.fee_rule').set({ feeMinor }).where('rail', '=', 'faster-payments'));
    await costs(99n);
    const sentBack = await approveAs(db, second, again);
    await costs(50n);
    expect(sentBack).toMatchObject({
      state: 'void',
      note: 'Nothing was sent. The fee per payment is now 0.99 GBP instead of 0.50 GBP.',
    });
    expect(await listPayments()).toEqual([]);
  });

  it('is refused without sufficient funds or without possible approvers', async () => {
    const [owner, maker, first] = people();
    const dear = await upload(owner, [lines[0] ?? '', 'Northgate Lettings Ltd,08-99-99,66374958,600.00,A 3']);
    await expectRefusalAfterSignIn(db, 'insufficient_funds', () => release(owner, dear));
    await db
      .updateTable('customer.membership')
      .set({ state: 'suspended', reason: 'Left' })
      .where('userId', '=', first.user.id)
      .execute();
    await db.updateTable('customer.membership').set({ role: 'viewer' }).where('userId', '=', owner.user.id).execute();
    const file = await upload(maker);
    await expectRefusalAfterSignIn(db, 'approval_required', () => release(maker, file));
    expect(await balances()).toEqual(['500.00', '500.00']);
  });

  it('releases rows below the rule at once, and the rest of the file later', async () => {
    const [owner, maker, first, second] = people();
    const small = await release(owner, await upload(owner, ['Somchai Prasert,20-29-59,63748472,24.00,A 1']));
    expect(small).toMatchObject({ counts: { released: 1 }, approvalRequests: [] });
    expect(await listPayments()).toHaveLength(1);
    const { file, uid } = await requestRelease(maker, [...lines, 'Northgate Lettings Ltd,08-99-99,66374958,none,A 4']);
    const given = { name: 'Northgate Lettings Ltd', sortCode: '089999', accountNumber: '66374958' };
    const corrected = { uid: file.uid, number: 3, values: { ...given, amount: '4', reference: 'A 4' } };
    await run(maker)(correctRow, { ...corrected, idempotency: v7() });
    const both = await release(maker, await viewAs(file.uid));
    expect(both).toMatchObject({
      counts: { awaiting_approval: 3 },
      approvalRequests: [{ requiredCount: 1 }, { requiredCount: 2 }],
    });
    await approveAs(db, first, uid);
    await approveAs(db, second, uid);
    expect((await viewAs(file.uid)).counts).toMatchObject({ released: 2, awaiting_approval: 1 });
    expect(await listPayments()).toHaveLength(3);
    expect((await run(owner)(listRows, { uid: file.uid })).rows.map(({ state }) => state)).toEqual([
      'paid',
      'paid',
      'awaiting_approval',
    ]);
  });
});

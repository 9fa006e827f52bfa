import type { BulkFileView } from '@larkmere/contract/bulk-payment';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
  ukDetails,
} from '../../../../test/given.ts';
import { givenFile, releaseAs } from '../../../../test/given-bulk.ts';
import { standingOf } from '../../../../test/given-payment.ts';
import {
  approveAs,
  expectNo,
  givenColleague,
  giveRule,
  pastDue,
  recallAs,
  rejectAs,
} from '../../../../test/given-team.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { openLog } from '../kernel/log.ts';
import type { Payee } from '../payee/payee.ts';
import { subjects } from '../subjects.ts';
import { expireRequests } from '../team-approval/expire-requests.ts';
import { correctRow, leaveRowOut } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { showFile, showRows } from './show-files.ts';

const { db, url } = await givenDatabase();
const log = openLog('silent');
const lines = ['Somchai Prasert,20-29-59,63748472,25.00,A 1', 'Northgate Lettings Ltd,08-99-99,66374958,100.00,A 2'];
let [owner, maker, first, second]: Given[] = [];
let account: BankAccount;
let northgate: Payee;

beforeEach(async () => {
  owner = await givenCustomer(db, { business: true });
  maker = await givenColleague(db, owner, 'maker');
  first = await givenColleague(db, owner, 'approver');
  second = await givenColleague(db, owner, 'approver');
  account = await givenAccount(db, owner, { balance: '500.00' });
  await givenPayee(db, owner);
  northgate = await givenPayee(db, owner, ukDetails.northgate);
});

const run = (who: Given) => asCustomer(db, who).run;
const look = (uid: string, who = owner as Given): Promise<BulkFileView> => run(who)(showFile, { uid });
const money = () => standingOf(db, account);

const upload = (who: Given, rows: readonly string[] = lines): Promise<BulkFileView> => givenFile(db, who, rows);

const release = (who: Given, file: BulkFileView): Promise<BulkFileView> => releaseAs(db, who, file);

async function asked(who = maker as Given, rows?: readonly string[]) {
  const file = await release(who, await upload(who, rows));
  return { file, uid: file.teamApprovals[0]?.uid ?? '' };
}

const paid = async () => {
  await runBulkPayments(db, log);
  const payments = db.selectFrom('payment.payment').select(['state', 'amount_minor', 'payee_name']);
  return payments
    .where('customer_id', '=', owner?.customer.id ?? '')
    .orderBy('amount_minor')
    .execute();
};
const inHand = () => [owner, maker, first, second] as [Given, Given, Given, Given];

describe('bulk release that requires approval', () => {
  beforeEach(() => giveRule(db, owner as Given, { minAmount: '125.00', approvers: 2 }));

  it('holds the total once and sends nothing', async () => {
    const { file } = await asked();
    expect(file).toMatchObject({
      counts: { awaiting_approval: 2, ready: 0, released: 0 },
      totals: [],
      teamApprovals: [{ state: 'open', given: 0, needed: 2 }],
    });
    expect(await money()).toEqual(['500.00', '374.00']);
    expect(await paid()).toEqual([]);
    expect(await money()).toEqual(['500.00', '374.00']);
  });

  it('pays each row once after the last approval, with a hold per payment', async () => {
    const [, , first, second] = inHand();
    const { file, uid } = await asked();
    expect(await approveAs(db, first, uid)).toMatchObject({
      state: 'open',
      title: 'Pay 125.00 GBP in 2 payments from pay.csv',
      amount: { amount: '125.00', currency: 'GBP' },
    });
    expect(await paid()).toEqual([]);
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'approved' });
    expect(await paid()).toMatchObject([
      { state: 'ready', amount_minor: 2500n, payee_name: 'Somchai Prasert' },
      { state: 'ready', amount_minor: 10_000n },
    ]);
    expect(await money()).toEqual(['500.00', '374.00']);
    expect(await look(file.uid)).toMatchObject({
      counts: { paid: 2, awaiting_approval: 0 },
      teamApprovals: [{ state: 'approved', given: 2 }],
    });
  });

  it('cannot be approved by its maker, by another maker or by a stranger', async () => {
    const [owner, maker] = inHand();
    const { uid } = await asked(owner);
    await expectNo(db, 'approver_conflict', () => approveAs(db, owner, uid));
    await expectNo(db, 'access_denied', () => approveAs(db, maker, uid));
    const stranger = await givenCustomer(db);
    await expect(approveAs(db, stranger, uid)).rejects.toMatchObject({ code: 'not_found' });
    const rowOfMaker = db.insertInto('team_approval.decision').values({
      request_id: uid,
      maker_id: owner.person.id,
      customer_id: owner.customer.id,
      person_id: owner.person.id,
      role: 'owner',
      verdict: 'approve',
    });
    await expect(rowOfMaker.execute()).rejects.toMatchObject({ constraint: 'maker_is_never_checker' });
  });

  it('is released once when three people decide at the same moment', async () => {
    const [owner, , first, second] = inHand();
    const third = await givenColleague(db, owner, 'approver');
    const { uid } = await asked();
    const outcomes = await Promise.allSettled([first, second, third].map((each) => approveAs(db, each, uid)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]);
    expect(await paid()).toHaveLength(2);
  });

  it.each([
    ['rejected', (uid: string, by: Given) => rejectAs(db, by, uid)],
    ['recalled', (uid: string) => recallAs(db, maker as Given, uid)],
    [
      'expired',
      async (uid: string) => {
        await pastDue(url, uid);
        await expireRequests(db, subjects);
      },
    ],
  ] as const)('makes the rows ready and the money available again when %s', async (state, end) => {
    const [, maker, first, second] = inHand();
    const { file, uid } = await asked();
    await approveAs(db, second, uid);
    await end(uid, first);
    const back = await look(file.uid);
    expect(back).toMatchObject({ counts: { ready: 2, awaiting_approval: 0 }, teamApprovals: [{ state }] });
    expect(await money()).toEqual(['500.00', '500.00']);
    await expectNo(db, 'invalid_transition', () => approveAs(db, first, uid));
    expect(await paid()).toEqual([]);
    const again = await release(maker, back);
    expect(again).toMatchObject({ counts: { awaiting_approval: 2 }, teamApprovals: [{ state: 'open', given: 0 }] });
    expect(await money()).toEqual(['500.00', '374.00']);
  });

  it('refuses changes while it waits, in the API and in the database', async () => {
    const [owner, maker] = inHand();
    const { file } = await asked();
    const row = { uid: file.uid, number: 1, idempotency: v7() };
    await expectNo(db, 'invalid_transition', () => run(maker)(leaveRowOut, row));
    await expectNo(db, 'invalid_transition', () => run(owner)(correctRow, { ...row, given: { amount: '9' } }));
    for (const change of [{ amount_minor: 1n }, { payee_id: null, payee_version: null }, { state: 'paid' }])
      await expect(
        db.updateTable('bulk_payment.row').set(change).where('file_id', '=', file.uid).execute(),
      ).rejects.toMatchObject({ constraint: expect.stringMatching(/asked_row_never_changes|check/) });
  });

  it('is void when a payee changed or the fee rose meanwhile', async () => {
    const [, maker, first, second] = inHand();
    const { file, uid } = await asked();
    await approveAs(db, first, uid);
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', northgate.id).execute();
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'void' });
    expect(await look(file.uid)).toMatchObject({ counts: { ready: 2 }, teamApprovals: [{ state: 'void' }] });
    expect(await money()).toEqual(['500.00', '500.00']);
    await db.updateTable('payee.payee').set({ status: 'approved' }).where('id', '=', northgate.id).execute();
    const again = (await release(maker, await look(file.uid))).teamApprovals[0]?.uid ?? '';
    await approveAs(db, first, again);
    const costs = (fee_minor: bigint) =>
      db.updateTable('payment.fee_rule').set({ fee_minor }).where('rail', '=', 'faster-payments').execute();
    await costs(99n);
    const sentBack = await approveAs(db, second, again);
    await costs(50n);
    expect(sentBack).toMatchObject({
      state: 'void',
      note: expect.stringContaining('The fee of a payment is 0.99 GBP'),
    });
    expect(await paid()).toEqual([]);
  });

  it('stays open while the service is off', async () => {
    const [, , first, second] = inHand();
    const { uid } = await asked();
    await approveAs(db, first, uid);
    const turn = (is_on: boolean) =>
      db.updateTable('payment.service').set({ is_on }).where('key', '=', 'payment.gbp').execute();
    await turn(false);
    await expectNo(db, 'service_off', () => approveAs(db, second, uid));
    await turn(true);
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'approved' });
  });

  it('is refused without sufficient funds or without possible approvers', async () => {
    const [owner, maker, first] = inHand();
    const dear = await upload(owner, [lines[0] ?? '', 'Northgate Lettings Ltd,08-99-99,66374958,600.00,A 3']);
    await expectNo(db, 'insufficient_funds', () => release(owner, dear));
    await db.updateTable('customer.person').set({ status: 'suspended' }).where('id', '=', first.person.id).execute();
    await db.updateTable('customer.person').set({ role: 'viewer' }).where('id', '=', owner.person.id).execute();
    const file = await upload(maker);
    await expectNo(db, 'approval_required', () => release(maker, file));
    expect(await money()).toEqual(['500.00', '500.00']);
  });

  it('releases rows below the rule at once, and the rest of the file later', async () => {
    const [owner, maker, first, second] = inHand();
    const small = await release(owner, await upload(owner, lines.slice(0, 1)));
    expect(small).toMatchObject({ counts: { released: 1 }, teamApprovals: [] });
    expect(await paid()).toHaveLength(1);
    const { file, uid } = await asked(maker, [...lines, 'Northgate Lettings Ltd,08-99-99,66374958,none,A 4']);
    const given = { name: 'Northgate Lettings Ltd', sortCode: '089999', accountNumber: '66374958' };
    const corrected = { uid: file.uid, number: 3, given: { ...given, amount: '4', reference: 'A 4' } };
    await run(maker)(correctRow, { ...corrected, idempotency: v7() });
    const both = await release(maker, await look(file.uid));
    expect(both).toMatchObject({ counts: { awaiting_approval: 3 }, teamApprovals: [{ needed: 1 }, { needed: 2 }] });
    await approveAs(db, first, uid);
    await approveAs(db, second, uid);
    expect((await look(file.uid)).counts).toMatchObject({ released: 2, awaiting_approval: 1 });
    expect(await paid()).toHaveLength(3);
    expect((await run(owner)(showRows, { uid: file.uid })).rows.map(({ state }) => state)).toEqual([
      'paid',
      'paid',
      'awaiting_approval',
    ]);
  });
});

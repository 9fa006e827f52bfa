import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
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
  restrict,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { confirmRows, prepareRelease, releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { balancesOf, payees, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { makeScheduledDue, runScheduledAt } from '../../../../../test/fixtures/scheduled-payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { openLog } from '../../platform/observability/log.ts';
import { cancelPayment } from '../payment/cancel-payment.ts';
import { correctRow } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { getFile, listRows } from './show-files.ts';

const { db } = await createDatabase();
const log = openLog('silent');
const columns = 'name,currency,sort code,account number,iban,amount,reference,payment date';
const somchai = 'Somchai Prasert,GBP,20-29-59,63748472,';
const northgate = 'Northgate Lettings Ltd,GBP,08-99-99,66374958,';
const klaus = 'Klaus Weber,EUR,,,DE89370400440532013000';
let who: TestUser;
let account: BankAccount;

beforeEach(async () => {
  who = await seedCustomer(db, { business: true });
  account = await seedAccount(db, who, { balance: '100.00' });
  await seedPayee(db, who);
  await seedPayee(db, who, ukDetails.northgate);
});

const upload = (...rows: string[]) => seedBulkFile(db, who, rows, { columns });
const look = ({ uid }: { uid: string }) => asCustomer(db, who).run(getFile, { uid });
const rowsOf = async ({ uid }: { uid: string }) => (await asCustomer(db, who).run(listRows, { uid })).rows;
const paymentsOf = async () =>
  db
    .selectFrom('payment.payment')
    .select(['id', 'state', 'amountMinor', 'executionDate', 'source', 'notBefore'])
    .where('customerId', '=', who.customer.id)
    .orderBy('amountMinor')
    .execute();
const balances = () => balancesOf(db, account);
const faultOf = async (row: string) => {
  const [found] = await rowsOf(await upload(row));
  return found?.faults.map(({ field, message }) => `${field}: ${message}`).join() ?? '';
};

describe('the date of a row', () => {
  it('is told before the release, apart from what is paid today', async () => {
    const file = await upload(
      `${somchai},25.00,A 1,`,
      `${northgate},30.00,A 2,${dayAhead(0)}`,
      `${northgate},400.00,A 3,${dayAhead(5)}`,
      `${somchai},7.00,A 4,${dayAhead(9)}`,
    );
    expect(file.totals).toMatchObject([
      {
        currency: 'GBP',
        count: 4,
        amount: '462.00',
        maxFee: '2.00',
        scheduled: {
          count: 2,
          amount: '407.00',
          maxFee: '1.00',
          firstDate: dayAhead(5),
          lastDate: dayAhead(9),
        },
      },
    ]);
    expect((await rowsOf(file)).map(({ schedule }) => schedule)).toEqual([
      null,
      null,
      { requestedDate: dayAhead(5), executionDate: dayAhead(5) },
      { requestedDate: dayAhead(9), executionDate: dayAhead(9) },
    ]);
  });

  it('follows the rule of a single scheduled payment, in words for a file', async () => {
    const range = /from \w+ \d+ \w+ \d{4} to .*, or leave it blank to pay when you send$/;
    expect(await faultOf(`${somchai},1.00,A,${dayAhead(-1)}`)).toMatch(
      /^executionDate: This date has passed\. Enter a/,
    );
    expect(await faultOf(`${somchai},1.00,A,${dayAhead(367)}`)).toMatch(/^executionDate: Enter a date from /);
    for (const days of [-1, 367]) expect(await faultOf(`${somchai},1.00,A,${dayAhead(days)}`)).toMatch(range);
    expect(await faultOf(`${somchai},1.00,A,soon`)).toBe(
      'executionDate: Write this date as 2026-12-31, or leave it blank to pay when you send',
    );
    expect(await faultOf(`${somchai},1.00,A,${dayAhead(1)}`)).toBe('');
  });

  it('rolls from a day off of the bank to its next working day', async () => {
    await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '50.00' });
    await seedPayeeOf(db, who, { ...payees.klaus, name: 'Klaus Weber' });
    const saturday = dayAhead(5, 6);
    const file = await seedBulkFile(db, who, [`${klaus},20.00,A,${saturday},sct`], { columns: `${columns},scheme` });
    expect((await rowsOf(file))[0]?.schedule).toEqual({ requestedDate: saturday, executionDate: dayAhead(5, 6, 2) });
    await releaseFileAs(db, who, file);
    await runBulkPayments(db, log);
    expect(await paymentsOf()).toMatchObject([{ state: 'scheduled', executionDate: dayAhead(5, 6, 2) }]);
  });

  it('makes equal rows of other dates no duplicates', async () => {
    const weekly = [5, 12].map((days) => `${somchai},25.00,Wages,${dayAhead(days)}`);
    const file = await upload(...weekly);
    expect(file.counts).toMatchObject({ ready: 2, faulty: 0 });
    await releaseFileAs(db, who, file);
    await runBulkPayments(db, log);
    const again = await upload(...weekly, `${somchai},25.00,Wages,${dayAhead(19)}`);
    expect((await rowsOf(again)).map(({ state }) => state)).toEqual(['doubtful', 'doubtful', 'ready']);
    expect((await upload(`${somchai},25.00,Wages,${dayAhead(5)}`, weekly[0] ?? '')).counts).toMatchObject({
      faulty: 1,
    });
  });

  it('can be corrected to pay when the file is sent', async () => {
    const file = await upload(`${somchai},25.00,A 1,${dayAhead(-1)}`);
    const [row] = await rowsOf(file);
    const { executionDate: _, ...values } = row?.values ?? {};
    const order = { uid: file.uid, number: 1, values, idempotency: v7() };
    expect(await asCustomer(db, who).run(correctRow, order)).toMatchObject({ state: 'ready', schedule: null });
  });
});

describe('release of later dates', () => {
  it('makes scheduled payments, which hold no money, beside those of today', async () => {
    const file = await upload(`${somchai},25.00,A 1,`, `${northgate},400.00,A 2,${dayAhead(5)}`);
    await releaseFileAs(db, who, file);
    await Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]);
    const [today, later, ...others] = await paymentsOf();
    expect(today).toMatchObject({ state: 'ready', amountMinor: 2500n, executionDate: null, source: 'bulk' });
    expect(later).toMatchObject({
      state: 'scheduled',
      amountMinor: 40_000n,
      executionDate: dayAhead(5),
      source: 'bulk',
    });
    expect(others).toEqual([]);
    expect(await balances()).toEqual(['100.00', '74.50']);
    expect((await look(file)).counts).toMatchObject({ paid: 1, scheduled: 1, released: 0 });
    const scheduled = await asCustomer(db, who).run(listRows, { uid: file.uid, state: 'scheduled' });
    expect(scheduled).toMatchObject({ count: 1, rows: [{ number: 2, state: 'scheduled' }] });
  });

  it('leaves on its day with the money of that day, or is cancelled before, as a single one', async () => {
    const file = await upload(`${somchai},25.00,A 1,${dayAhead(5)}`, `${northgate},30.00,A 2,${dayAhead(5)}`);
    await releaseFileAs(db, who, file);
    await runBulkPayments(db, log);
    const [first, second] = await paymentsOf();
    await asCustomer(db, who).run(cancelPayment, { id: second?.id ?? '', idempotency: v7() });
    await makeScheduledDue(db, first?.id ?? '');
    await runScheduledAt(db);
    expect((await paymentsOf()).map(({ state }) => state)).toEqual(['ready', 'cancelled']);
    expect(await balances()).toEqual(['100.00', '74.50']);
    expect((await look(file)).counts).toMatchObject({ paid: 2, scheduled: 0 });
  });

  it('asks for the money of today alone', async () => {
    await releaseFileAs(db, who, await upload(`${northgate},400.00,A 2,${dayAhead(5)}`));
    const short = await upload(`${somchai},99.60,A 1,`, `${northgate},400.00,A 3,${dayAhead(6)}`);
    const { data } = await expectRefusalAfterSignIn(db, 'insufficient_funds', () => releaseFileAs(db, who, short));
    expect(data).toMatchObject({ needed: '100.10', available: '100.00' });
  });

  it('counts each day towards its own limits', async () => {
    await seedCredit(db, account, '30000.00');
    await releaseFileAs(
      db,
      who,
      await upload(...[0, 5].map((days) => `${somchai},25000.00,A ${days},${dayAhead(days)}`)),
    );
    await runBulkPayments(db, log);
    const over = await upload(
      `${northgate},20000.00,B 1,${dayAhead(5)}`,
      `${northgate},6000.00,B 2,${dayAhead(5)}`,
      `${northgate},6000.00,B 3,${dayAhead(6)}`,
    );
    await releaseFileAs(db, who, over);
    await runBulkPayments(db, log);
    expect((await rowsOf(over)).map(({ state, refusal }) => [state, refusal])).toEqual([
      ['scheduled', null],
      ['refused', expect.stringContaining('more that day')],
      ['scheduled', null],
    ]);
  });

  it('counts each day towards the limit of a member', async () => {
    const clerk = await restrict(db, await seedColleague(db, who, 'payer'), { daily: '50.00' });
    const file = await seedBulkFile(
      db,
      clerk,
      [`${somchai},40.00,A 1,`, `${somchai},40.00,A 2,${dayAhead(5)}`, `${northgate},11.00,A 3,${dayAhead(5)}`],
      { columns },
    );
    await expectRefusalAfterSignIn(db, 'limit_exceeded', () => releaseFileAs(db, clerk, file));
    const [, , last] = await rowsOf(file);
    const values = { ...last?.values, executionDate: dayAhead(6) };
    await asCustomer(db, clerk).run(correctRow, { uid: file.uid, number: 3, values, idempotency: v7() });
    await releaseFileAs(db, clerk, await look(file));
    await runBulkPayments(db, log);
    expect((await look(file)).counts).toMatchObject({ paid: 1, scheduled: 2 });
  });

  it('is void after the PIN when a date changes', async () => {
    const file = await upload(`${somchai},25.00,A 1,${dayAhead(5)}`);
    const [row] = await rowsOf(file);
    const values = { ...row?.values, executionDate: dayAhead(6) };
    await asCustomer(db, who).run(correctRow, { uid: file.uid, number: 1, values, idempotency: v7() });
    const now = await look(file);
    expect(now.digest).not.toBe(file.digest);
    await expectRefusalAfterSignIn(db, 'bulk_changed', () => releaseFileAs(db, who, file));
    await expectRefusalAfterSignIn(db, 'bulk_changed', () => releaseFileAs(db, who, { ...now, totals: file.totals }));
    const [total] = now.totals;
    for (const scheduled of [undefined, { ...total?.scheduled, amount: '24.00' }])
      await expectRefusalAfterSignIn(db, 'bulk_changed', () =>
        releaseFileAs(db, who, { ...now, totals: [{ ...total, scheduled }] as typeof now.totals }),
      );
    await releaseFileAs(db, who, now);
  });

  it('makes each payment once, however often the call is repeated', async () => {
    const release = await prepareRelease(db, who, await upload(`${somchai},25.00,A 1,${dayAhead(5)}`));
    const [first, second] = [await release(), await release()];
    expect(second).toEqual(first);
    await Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]);
    expect(await release()).toEqual(first);
    await runBulkPayments(db, log);
    expect(await paymentsOf()).toHaveLength(1);
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('a date that comes before the release', () => {
  it('is shown again: paid now on its day, faulty after it', async () => {
    const file = await upload(
      `${somchai},25.00,A 1,${dayAhead(2)}`,
      `${northgate},30.00,A 2,${dayAhead(1)}`,
      `${northgate},7.00,A 3,${dayAhead(9)}`,
    );
    const release = await prepareRelease(db, who, file, inDays(2));
    const refused = await release().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'bulk_changed',
      message: expect.stringContaining('The date of 2 rows has come'),
    });
    expect((await rowsOf(file)).map(({ state, schedule }) => [state, schedule?.executionDate])).toEqual([
      ['ready', undefined],
      ['faulty', undefined],
      ['ready', dayAhead(9)],
    ]);
    expect((await look(file)).totals).toMatchObject([{ count: 2, amount: '32.00', scheduled: { count: 1 } }]);
  });

  it('keeps the confirmed questions of its row', async () => {
    await releaseFileAs(db, who, await upload(`${somchai},25.00,A 1,${dayAhead(2)}`));
    const { uid } = await upload(`${somchai},25.00,A 1,${dayAhead(2)}`);
    const file = await confirmRows(db, who, { uid });
    await (await prepareRelease(db, who, file, inDays(2)))().catch(() => undefined);
    expect(await rowsOf(file)).toMatchObject([{ state: 'ready', questions: [{ isConfirmed: true }], schedule: null }]);
  });

  it('a row that names today is not paid tomorrow', async () => {
    const file = await upload(`${somchai},25.00,A 1,${dayAhead(0)}`);
    await (await prepareRelease(db, who, file, inDays(1)))().catch(() => undefined);
    expect(await rowsOf(file)).toMatchObject([{ state: 'faulty', faults: [{ field: 'executionDate' }] }]);
  });

  it('pays at once what was released the night before', async () => {
    const file = await upload(`${somchai},25.00,A 1,${dayAhead(1)}`);
    await releaseFileAs(db, who, file);
    await sql`update bulk_payment.row set execution_date = execution_date - 2 where file_id = ${file.uid}`.execute(db);
    await runBulkPayments(db, log);
    await runScheduledAt(db);
    expect(await paymentsOf()).toMatchObject([{ state: 'ready', executionDate: dayAhead(-1) }]);
    expect(await balances()).toEqual(['100.00', '74.50']);
  });
});

describe('later dates that colleagues approve', () => {
  let [maker, approver]: TestUser[] = [];
  beforeEach(async () => {
    maker = await seedColleague(db, who, 'maker');
    approver = await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { minAmount: '100.00' });
  });

  async function ask(...rows: string[]) {
    const file = await releaseFileAs(
      db,
      maker as TestUser,
      await seedBulkFile(db, maker as TestUser, rows, { columns }),
    );
    return { file, uid: file.approvalRequests[0]?.uid ?? '' };
  }

  it('hold the money of today alone, and tell the dates', async () => {
    const { file, uid } = await ask(`${somchai},25.00,A 1,`, `${northgate},400.00,A 2,${dayAhead(5)}`);
    expect(file.counts).toMatchObject({ awaiting_approval: 2 });
    expect(await balances()).toEqual(['100.00', '74.50']);
    const { details } = await approveAs(db, approver as TestUser, uid);
    expect(details).toContainEqual({ label: expect.stringMatching(/^On /), value: '400.00 GBP' });
    expect(await balances()).toEqual(['100.00', '100.00']);
    await runBulkPayments(db, log);
    expect((await paymentsOf()).map(({ state }) => state)).toEqual(['ready', 'scheduled']);
    expect(await balances()).toEqual(['100.00', '74.50']);
  });

  it('hold nothing if all are later, and come back when rejected', async () => {
    const { file, uid } = await ask(`${northgate},400.00,A 2,${dayAhead(5)}`);
    expect(await balances()).toEqual(['100.00', '100.00']);
    await rejectAs(db, approver as TestUser, uid);
    expect((await look(file)).counts).toMatchObject({ ready: 1, awaiting_approval: 0 });
    const again = await releaseFileAs(db, maker as TestUser, await look(file));
    await approveAs(db, approver as TestUser, again.approvalRequests[0]?.uid ?? '');
    await runBulkPayments(db, log);
    expect(await paymentsOf()).toMatchObject([{ state: 'scheduled', executionDate: dayAhead(5) }]);
    expect(await balances()).toEqual(['100.00', '100.00']);
  });

  it('leave at once if the approval comes after their date, as a single payment does', async () => {
    const { uid } = await ask(`${northgate},40.00,A 1,`, `${northgate},60.00,A 2,${dayAhead(1)}`);
    await seedCredit(db, account, '100.00');
    await approveAs(db, approver as TestUser, uid, {}, inDays(2));
    await sql`update bulk_payment.row set execution_date = execution_date - 2 where execution_date = ${dayAhead(1)}`.execute(
      db,
    );
    await runBulkPayments(db, log);
    await runScheduledAt(db);
    expect((await paymentsOf()).map(({ state }) => state)).toEqual(['ready', 'ready']);
  });

  it('cannot be changed in the database while they wait', async () => {
    const { file } = await ask(`${northgate},400.00,A 2,${dayAhead(5)}`);
    const change = sql`update bulk_payment.row set execution_date = ${dayAhead(6)} where file_id = ${file.uid}`;
    await expect(change.execute(db)).rejects.toThrow('waits for colleagues');
  });
});

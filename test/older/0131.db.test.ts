import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations } from '@larkmere/ledger/invariants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouseAccounts } from '../../apps/api/src/books/books.ts';
import { correctRow } from '../../apps/api/src/bulk-payment/correct-row.ts';
import { runBulkPayments } from '../../apps/api/src/bulk-payment/run-bulk-payments.ts';
import { listFiles, showFile, showRows } from '../../apps/api/src/bulk-payment/show-files.ts';
import { type Db, openDb } from '../../apps/api/src/kernel/db.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { applyAnswer } from '../../apps/api/src/payment/apply-answer.ts';
import { enterState } from '../../apps/api/src/payment/payment.sql.ts';
import { showPayment } from '../../apps/api/src/payment/show-payment.ts';
import { migrate } from '../../tools/migrate.ts';
import { asCustomer, asSystem, type Given } from '../given.ts';
import { releaseAs } from '../given-bulk.ts';
import { givenOlder } from '../given-older.ts';
import { letDayCome, turnAt as turnPlanned } from '../given-planned.ts';
import { clockAt, silent, standing, turnAt } from '../given-standing-order.ts';
import { approveAs, waitsUntil } from '../given-team.ts';
import { alteredRows } from '../given-verified.ts';

// Data of version 0131: standing orders, bulk files and payments in every pending state. Then all later migrations
// run.
const { url, run } = await givenOlder('0132');
let db: Db;
let [owner, approver]: Given[] = [];

beforeAll(async () => {
  await run(readFileSync(join(import.meta.dirname, '0131.sql'), 'utf8'));
  await migrate(url);
  db = openDb(url, 4);
  await inTransaction(db, openHouseAccounts);
  [owner, approver] = [await somebody('owner'), await somebody('approver')];
});
afterAll(() => db.destroy());

async function somebody(role: string): Promise<Given> {
  const [customer] = await run(
    'select id, name, kind, business, kyc_status as "kycStatus", status, swift from customer.customer',
  );
  const [person] = await run(`select id, name, access from customer.person where role = '${role}'`);
  return { customer, person };
}
const me = () => asCustomer(db, owner as Given);
const fileNamed = async (name: string) => {
  const file = (await me().run(listFiles, {})).find((each) => each.name === name);
  return file ?? expect.fail(`no file ${name}`);
};
const payment = async (reference: string) => {
  const { id } = await db
    .selectFrom('payment.payment')
    .select('id')
    .where('payee_reference', '=', reference)
    .executeTakeFirstOrThrow();
  return me().run(showPayment, { id });
};
async function approveNamed(title: RegExp): Promise<string> {
  const rows = await db.selectFrom('team_approval.request').select(['id', 'content']).orderBy('id').execute();
  const { id } =
    rows.find((row) => title.test((row.content as { title: string }).title)) ??
    expect.fail(`nothing is asked like ${title}`);
  await waitsUntil(url, id, new Date(Date.now() + 86_400_000));
  return (await approveAs(db, approver as Given, id)).state;
}

it('runs standing orders and approves one that awaited approval', async () => {
  const clock = clockAt('2026-12-01T06:00:00Z');
  const orders = await standing(db, owner as Given, clock);
  expect(await approveNamed(/^Pay 36\.00 GBP every month/)).toBe('approved');
  await turnAt(db, clock);
  const after = (await orders.list()).map(({ terms, paid, state }) => [terms.reference, state, paid.total]);
  expect(after.toSorted()).toEqual([
    ['Asked rent', 'active', { amount: '36.00', currency: 'GBP' }],
    ['Rent', 'active', { amount: '25.00', currency: 'GBP' }],
    ['Wages', 'active', { amount: '900.00', currency: 'THB' }], // regulatory information was not required when this order was created
  ]);
});

it('pays files that were ready, released or awaiting approval, and requires the new regulatory information for baht', async () => {
  const ready = await fileNamed('ready.csv');
  expect(ready.counts).toMatchObject({ ready: 1, faulty: 1 });
  const { rows } = await me().run(showRows, { uid: ready.uid, state: 'faulty' });
  expect(rows).toMatchObject([{ number: 2, given: { currency: 'THB' }, faults: [{ field: 'sourceOfFunds' }] }]);
  const said = { purpose: 'Salary', relationship: 'Employee', sourceOfFunds: 'Business income' };
  const given = { ...rows[0]?.given, ...said };
  const idempotency = '00000000-0000-4000-8000-000000000001';
  expect(await me().run(correctRow, { uid: ready.uid, number: 2, given, idempotency })).toMatchObject({ faults: [] });
  await releaseAs(db, owner as Given, await me().run(showFile, { uid: ready.uid }));
  expect(await approveNamed(/from asked\.csv$/)).toBe('approved');
  await runBulkPayments(db, silent);
  const made = await Promise.all(['ready.csv', 'released.csv', 'asked.csv'].map(fileNamed));
  expect(made.map(({ counts }) => [counts.paid, counts.refused])).toEqual([
    [2, 0],
    [1, 0],
    [1, 0],
  ]);
});

it('settles payments in progress, sends scheduled ones and approves pending ones', async () => {
  const settle = (id: string) =>
    asSystem(db, (ctx) => applyAnswer(ctx, { id, attempt: 1 }, { status: 'settled', document: '<answer/>' }));
  const handedOver = await payment('Handed over');
  expect(handedOver).toMatchObject({ state: 'submitted', arrival: { daysOff: 'counted' } });
  await settle(handedOver.uid);
  const { uid } = await payment('Sent');
  await inTransaction(db, (tx) => enterState(tx, uid, { state: 'submitted' }));
  await settle(uid);
  const planned = await payment('Planned');
  expect(planned.state).toBe('scheduled');
  await letDayCome(db, planned.uid);
  await turnPlanned(db);
  expect(await approveNamed(/^Pay 35\.00 GBP/)).toBe('approved');
  const states = ['Handed over', 'Sent', 'Planned', 'Asked'].map(async (each) => (await payment(each)).state);
  expect(await Promise.all(states)).toEqual(['completed', 'completed', 'ready', 'ready']);
  expect(await findViolations(db)).toEqual([]);
  expect(await alteredRows(url)).toEqual([]);
});

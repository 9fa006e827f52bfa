import { warnings } from '@larkmere/contract/payment-warning';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import { givenFile, releaseAs } from '../../../../test/given-bulk.ts';
import { forgetAsks, givenAsks, givenPayeeOf, payees } from '../../../../test/given-payment.ts';
import { approveAs, givenColleague, giveRule, rejectAs } from '../../../../test/given-team.ts';
import { openLog } from '../kernel/log.ts';
import { checkNames } from './check-names.ts';
import { correctRow } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { showFile, showRows } from './show-files.ts';

const { db } = await givenDatabase();
const log = openLog('silent');
let who: Given;

beforeEach(async () => {
  who = await givenCustomer(db, { business: true });
  await givenAccount(db, who, { balance: '500.00' });
  await givenAccount(db, who, { currency: 'THB', iban: 'GB31LARK04062141728852', balance: '50000.00' });
});

afterEach(() => forgetAsks(db));

const columns =
  'name,currency,sort code,account number,bank code,amount,reference,purpose,relationship,source of funds';
const bring = (...lines: string[]) => givenFile(db, who, lines, { columns });
const me = () => asCustomer(db, who);
const rowsOf = async (uid: string) => (await me().run(showRows, { uid })).rows;
const correct = (uid: string, number: number, given: Record<string, string>) =>
  me().run(correctRow, { uid, number, given, idempotency: v7() });

async function askBanks(uid: string) {
  while ((await checkNames(db, async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }))) > 0);
  return me().run(showFile, { uid });
}
async function paidOf() {
  await runBulkPayments(db, log);
  return db
    .selectFrom('payment.payment')
    .select(['purpose', 'relationship', 'source_of_funds', 'warning_code', 'warning_text', 'warned_at'])
    .where('customer_id', '=', who.customer.id)
    .orderBy('amount_minor')
    .execute();
}

describe('regulatory information for THB', () => {
  const malee = 'Malee Srisai,THB,,4123456789,014,900.00,Wages';

  it('is refused if missing, with all gaps at once, and can be corrected', async () => {
    const { uid, counts } = await bring(
      `${malee},,,`,
      'Chai Limited,THB,,1234567891,002,80.00,Goods,bribes,supplier,business',
    );
    expect(counts).toMatchObject({ faulty: 2, ready: 0 });
    const [first, second] = await rowsOf(uid);
    expect(first?.faults.map(({ field }) => field)).toEqual(['purpose', 'relationship', 'sourceOfFunds']);
    expect(first?.faults[2]?.message).toBe(
      'Say where the money comes from: Salary or pension, Business income, Savings, Sale of property, Gift or inheritance, Loan, Other',
    );
    expect(second?.faults).toMatchObject([{ field: 'purpose' }]);
    const said = { purpose: 'salary', relationship: 'Employee', sourceOfFunds: 'Business income' };
    expect(await correct(uid, 1, { ...first?.given, ...said })).toMatchObject({ state: 'ready', faults: [] });
    await releaseAs(db, who, await me().run(showFile, { uid }));
    expect(await paidOf()).toMatchObject([
      { purpose: 'SALA', relationship: 'employee', source_of_funds: 'business', warned_at: null },
    ]);
  });

  it('is taken from the payee, except for the source of funds', async () => {
    const details = { ...payees.malee.details, purpose: 'RENT', relationship: 'client' };
    await givenPayeeOf(db, who, { ...payees.malee, details });
    const { uid } = await bring(`${malee},,,`, `${malee} 2,gift,,savings`, `${malee} 3,wrong,,savings`);
    const rows = await rowsOf(uid);
    expect(rows.map(({ faults }) => faults.map(({ field }) => field))).toEqual([['sourceOfFunds'], [], ['purpose']]);
    await releaseAs(db, who, await me().run(showFile, { uid }));
    expect(await paidOf()).toMatchObject([{ purpose: 'GIFT', relationship: 'client', source_of_funds: 'savings' }]);
  });

  it('is requested by form and file as the partner rules require', async () => {
    await givenPayee(db, who);
    const { uid, counts } = await bring('Somchai Prasert,GBP,202959,63748472,,10.00,Rent 1,,,');
    const asks = async () => (await me().run(showRows, { uid })).asks;
    expect(counts).toMatchObject({ ready: 1 });
    expect(await asks()).toEqual({ GBP: [], EUR: [], THB: ['purposeCode', 'relationship', 'sourceOfFunds'] });
    await givenAsks(db, 'faster-payments', 'GBP', ['relationship']);
    expect(await asks()).toMatchObject({ GBP: ['relationship'], EUR: [] });
    const [row] = await rowsOf(uid);
    expect(await correct(uid, 1, row?.given ?? {})).toMatchObject({ faults: [{ field: 'relationship' }] });
    expect(await correct(uid, 1, { ...row?.given, relationship: 'Friend' })).toMatchObject({ faults: [] });
  });

  it('is optional in other currencies, where unknown values are ignored', async () => {
    await givenPayee(db, who);
    const somchai = 'Somchai Prasert,GBP,202959,63748472,';
    const file = await bring(`${somchai},10.00,Rent 1,Rent,,`, `${somchai},20.00,Rent 2,CORT,,`);
    expect(file.counts).toMatchObject({ ready: 2 });
    await releaseAs(db, who, file);
    expect(await paidOf()).toMatchObject([{ purpose: 'RENT' }, { purpose: null }]);
  });
});

describe('scam warning', () => {
  const northgate = 'Northgate Lettings Ltd,GBP,089999,66374958,,100.00,Rent 2,Rent,,';
  const mekong = 'Mekong Trading Ltd,GBP,107999,88837491,,7.50,Goods 3,,supplier,';

  it('matches the purpose of each new payee and is stored with its payment', async () => {
    const { uid } = await bring(northgate, mekong);
    const file = await askBanks(uid);
    expect(file.totals).toMatchObject([{ currency: 'GBP', warnings: ['invoice.1', 'rent.1'] }]);
    const at = new Date('2026-11-20T12:00:00Z');
    await releaseAs(db, who, file, ['rent.1'], at);
    expect(await paidOf()).toMatchObject([
      { warning_code: null, warned_at: null },
      { warning_code: 'rent.1', warning_text: warnings['rent.1'], warned_at: at },
    ]);
    const { totals } = await bring(northgate.replace('Rent 2', 'Rent 4'), mekong);
    expect(totals).toMatchObject([{ warnings: [] }]);
  });

  it('is confirmed again after a rejection, and keeps its time through approval', async () => {
    const colleague = await givenColleague(db, who, 'approver');
    await giveRule(db, who);
    const { uid } = await bring(northgate);
    const file = await askBanks(uid);
    const ask = async (read: ['rent.1'] | [], at: Date) =>
      (await releaseAs(db, who, file, read, at)).teamApprovals[0]?.uid ?? '';
    await rejectAs(db, colleague, await ask(['rent.1'], new Date('2026-11-20T12:00:00Z')));
    await rejectAs(db, colleague, await ask([], new Date('2026-11-20T13:00:00Z')));
    expect(await db.selectFrom('bulk_payment.row').select('warned_at').where('file_id', '=', uid).execute()).toEqual([
      { warned_at: null },
    ]);
    const at = new Date('2026-11-20T14:00:00Z');
    await approveAs(db, colleague, await ask(['rent.1'], at));
    expect(await paidOf()).toMatchObject([{ warning_code: 'rent.1', warned_at: at }]);
  });
});

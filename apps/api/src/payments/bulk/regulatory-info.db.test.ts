import { scamWarnings } from '@larkmere/contract/payments/scam-warning';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approveAs, rejectAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import {
  deleteRegulatoryRules,
  payees,
  seedPayeeOf,
  seedRegulatoryRule,
} from '../../../../../test/fixtures/payment.ts';
import { openLog } from '../../platform/observability/log.ts';
import { correctRow } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { runNameChecks } from './run-name-checks.ts';
import { getFile, listRows } from './show-files.ts';

const { db } = await createDatabase();
const log = openLog('silent');
let who: TestUser;

beforeEach(async () => {
  who = await seedCustomer(db, { business: true });
  await seedAccount(db, who, { balance: '500.00' });
  await seedAccount(db, who, { currency: 'THB', iban: 'GB31LARK04062141728852', balance: '50000.00' });
});

afterEach(() => deleteRegulatoryRules(db));

const columns =
  'name,currency,sort code,account number,bank code,amount,reference,purpose,relationship,source of funds';
const uploadLines = (...lines: string[]) => seedBulkFile(db, who, lines, { columns });
const me = () => asCustomer(db, who);
const rowsOf = async (uid: string) => (await me().run(listRows, { uid })).rows;
const correct = (uid: string, number: number, given: Record<string, string>) =>
  me().run(correctRow, { uid, number, values: given, idempotency: v7() });

async function answerNameChecks(uid: string) {
  while ((await runNameChecks(db, async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }))) > 0);
  return me().run(getFile, { uid });
}
async function listPayments() {
  await runBulkPayments(db, log);
  return db
    .selectFrom('payment.payment')
    .select(['purpose', 'relationship', 'sourceOfFunds', 'warningCode', 'warningText', 'warnedAt'])
    .where('customerId', '=', who.customer.id)
    .orderBy('amountMinor')
    .execute();
}

describe('regulatory information for THB', () => {
  const malee = 'Malee Srisai,THB,,4123456789,014,900.00,Wages';

  it('is refused if missing, with all gaps at once, and can be corrected', async () => {
    const { uid, counts } = await uploadLines(
      `${malee},,,`,
      'Chai Limited,THB,,1234567891,002,80.00,Goods,bribes,supplier,business',
    );
    expect(counts).toMatchObject({ faulty: 2, ready: 0 });
    const [first, second] = await rowsOf(uid);
    expect(first?.faults.map(({ field }) => field)).toEqual(['purpose', 'relationship', 'sourceOfFunds']);
    expect(first?.faults[2]?.message).toBe(
      'Choose the source of funds: Salary or pension, Business income, Savings, Sale of property, Gift or inheritance, Loan or Other',
    );
    expect(second?.faults).toMatchObject([{ field: 'purpose' }]);
    const said = { purpose: 'salary', relationship: 'Employee', sourceOfFunds: 'Business income' };
    expect(await correct(uid, 1, { ...first?.values, ...said })).toMatchObject({ state: 'ready', faults: [] });
    await releaseFileAs(db, who, await me().run(getFile, { uid }));
    expect(await listPayments()).toMatchObject([
      { purpose: 'SALA', relationship: 'employee', sourceOfFunds: 'business', warnedAt: null },
    ]);
  });

  it('is taken from the payee, except for the source of funds', async () => {
    const details = { ...payees.malee.details, purpose: 'RENT', relationship: 'client' };
    await seedPayeeOf(db, who, { ...payees.malee, details });
    const { uid } = await uploadLines(`${malee},,,`, `${malee} 2,gift,,savings`, `${malee} 3,wrong,,savings`);
    const rows = await rowsOf(uid);
    expect(rows.map(({ faults }) => faults.map(({ field }) => field))).toEqual([['sourceOfFunds'], [], ['purpose']]);
    await releaseFileAs(db, who, await me().run(getFile, { uid }));
    expect(await listPayments()).toMatchObject([{ purpose: 'GIFT', relationship: 'client', sourceOfFunds: 'savings' }]);
  });

  it('is requested by form and file as the partner rules require', async () => {
    await seedPayee(db, who);
    const { uid, counts } = await uploadLines('Somchai Prasert,GBP,202959,63748472,,10.00,Rent 1,,,');
    const asks = async () => (await me().run(listRows, { uid })).requiredFields;
    expect(counts).toMatchObject({ ready: 1 });
    expect(await asks()).toEqual({ GBP: [], EUR: [], THB: ['purposeCode', 'relationship', 'sourceOfFunds'] });
    await seedRegulatoryRule(db, 'faster-payments', 'GBP', ['relationship']);
    expect(await asks()).toMatchObject({ GBP: ['relationship'], EUR: [] });
    const [row] = await rowsOf(uid);
    expect(await correct(uid, 1, row?.values ?? {})).toMatchObject({ faults: [{ field: 'relationship' }] });
    expect(await correct(uid, 1, { ...row?.values, relationship: 'Friend' })).toMatchObject({ faults: [] });
  });

  it('is optional in other currencies, where unknown values are ignored', async () => {
    await seedPayee(db, who);
    const somchai = 'Somchai Prasert,GBP,202959,63748472,';
    const file = await uploadLines(`${somchai},10.00,Rent 1,Rent,,`, `${somchai},20.00,Rent 2,CORT,,`);
    expect(file.counts).toMatchObject({ ready: 2 });
    await releaseFileAs(db, who, file);
    expect(await listPayments()).toMatchObject([{ purpose: 'RENT' }, { purpose: null }]);
  });
});

describe('scam warning', () => {
  const northgate = 'Northgate Lettings Ltd,GBP,089999,66374958,,100.00,Rent 2,Rent,,';
  const mekong = 'Mekong Trading Ltd,GBP,107999,88837491,,7.50,Goods 3,,supplier,';

  it('matches the purpose of each new payee and is stored with its payment', async () => {
    const { uid } = await uploadLines(northgate, mekong);
    const file = await answerNameChecks(uid);
    expect(file.totals).toMatchObject([{ currency: 'GBP', warnings: ['invoice.1', 'rent.1'] }]);
    const at = new Date('2026-11-20T12:00:00Z');
    await releaseFileAs(db, who, file, ['rent.1'], at);
    expect(await listPayments()).toMatchObject([
      { warningCode: null, warnedAt: null },
      { warningCode: 'rent.1', warningText: scamWarnings['rent.1'], warnedAt: at },
    ]);
    const { totals } = await uploadLines(northgate.replace('100.00', '101.00'), mekong.replace('7.50', '7.60'));
    expect(totals).toMatchObject([{ warnings: [] }]);
  });

  it('is confirmed again after a rejection, and keeps its time through approval', async () => {
    const colleague = await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who);
    const { uid } = await uploadLines(northgate);
    const file = await answerNameChecks(uid);
    const ask = async (read: ['rent.1'] | [], at: Date) =>
      (await releaseFileAs(db, who, file, read, at)).approvalRequests[0]?.uid ?? '';
    await rejectAs(db, colleague, await ask(['rent.1'], new Date('2026-11-20T12:00:00Z')));
    await rejectAs(db, colleague, await ask([], new Date('2026-11-20T13:00:00Z')));
    expect(await db.selectFrom('bulk_payment.row').select('warnedAt').where('fileId', '=', uid).execute()).toEqual([
      { warnedAt: null },
    ]);
    const at = new Date('2026-11-20T14:00:00Z');
    await approveAs(db, colleague, await ask(['rent.1'], at));
    expect(await listPayments()).toMatchObject([{ warningCode: 'rent.1', warnedAt: at }]);
  });
});

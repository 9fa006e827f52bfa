import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { BulkFileView } from '@larkmere/contract/payments/bulk';
import type { Input } from '@larkmere/contract/platform/endpoint';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedBulkFile, totalsToRelease } from '../../../../../test/fixtures/bulk-payment.ts';
import { seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import { balancesOf, inSession, seedSession } from '../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { zip } from '../../../../../test/fixtures/sample-files.ts';
import type { NameCheckRequest, NameCheckResponse } from '../../payees/payee/payee.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { storeNewPayee } from '../../payees/payee/save-payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openLog } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { formatDateTime } from '../../platform/time/format-date.ts';
import { bulkPaymentRoutes } from '../payments.routes.ts';
import { correctRow, excludeRow, overrideNameCheck } from './correct-row.ts';
import { releaseFile } from './release-file.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { runNameChecks } from './run-name-checks.ts';
import { exportFaultReport, getFile, listFiles, listRows } from './show-files.ts';
import { uploadFile } from './upload-file.ts';

const { db } = await createDatabase();
const log = openLog('silent');
const server = await startRouteServer(db, (bind) => bulkPaymentRoutes(bind, storeNewPayee));

type Release = Input<typeof contract.bulkPayment.release>;

const header = 'name,sort code,account number,amount,reference';
const lines = {
  somchai: 'Somchai Prasert,20-29-59,63748472,25.00,Rent 1',
  northgate: 'Northgate Lettings Ltd,08-99-99,66374958,100.00,Rent 2',
  mekong: 'Mekong Trading Ltd,107999,88837491,7.50,Rent 3',
} as const;

let count = 0;
/** Varies the bytes, because an identical file is refused as a duplicate. */
const fileOf = (...rows: string[]): File => {
  count += 1;
  return new File([[header, ...rows, ''].join('\n'), '\n'.repeat(count)], 'pay day.csv');
};

const answers = new Map<string, Partial<NameCheckResponse>>();
async function answerNameChecks(): Promise<NameCheckRequest[]> {
  const asked: NameCheckRequest[] = [];
  const ask = async (question: NameCheckRequest): Promise<NameCheckResponse> => {
    asked.push(question);
    return { scheme: 'cop', code: 'MTCH', result: 'match', ...answers.get(question.name) };
  };
  while ((await runNameChecks(db, ask)) > 0);
  return asked;
}

async function createPayer(balance = '500.00') {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance });
  const session = await seedSession(db, who);
  const { run } = asCustomer(db, who);
  const bring = (...rows: string[]): Promise<BulkFileView> => seedBulkFile(db, who, rows, { name: 'pay day.csv' });
  const upload = async (...rows: string[]): Promise<BulkFileView> => {
    const { uid } = await bring(...rows);
    await answerNameChecks();
    return run(getFile, { uid });
  };
  const approve = async (file: BulkFileView): Promise<Release> => {
    const totals = totalsToRelease(file);
    const { uid, digest } = file;
    const [{ amount, currency }] = totals;
    const idempotency = v7();
    const asked = { uid, digest, totals, amount, currency, paymentIdempotency: idempotency };
    const approval = await seedPinAuthorisation(db, who, session, { operation: 'payment.bulk', ...asked });
    return { uid, digest, totals, authorisation: approval, idempotency };
  };
  const send = (order: Release) =>
    inTransaction(db, (tx, now) => releaseFile({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
  const release = async (file: BulkFileView) => send(await approve(file));
  const rows = async (file: BulkFileView) => (await run(listRows, { uid: file.uid })).rows;
  const look = (file: BulkFileView) => run(getFile, { uid: file.uid });
  return { who, account, run, bring, upload, approve, send, release, rows, look };
}

const correction = (file: BulkFileView, number: number, given: Record<string, string>) => ({
  uid: file.uid,
  number,
  values: given,
  idempotency: randomUUID(),
});
const validRow = {
  name: 'Mekong Trading Ltd',
  sortCode: '107999',
  accountNumber: '88837491',
  amount: '7.50',
  reference: 'R',
};

const normaliseCell = (text = ''): string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? `${Number(text)}` : text.trim();

const paymentsOf = async ({ customer }: TestUser) =>
  (
    await db
      .selectFrom('payment.payment')
      .select(['payeeName', 'amountMinor', 'state', 'source', 'sourceId'])
      .where('customerId', '=', customer.id)
      .orderBy('amountMinor')
      .execute()
  ).map(({ sourceId, ...payment }) => ({ ...payment, isOfRow: sourceId !== null }));

describe('bulk file', () => {
  it('is checked row by row against the customer’s payees', async () => {
    const { who, upload, rows } = await createPayer();
    await seedPayee(db, who, ukDetails.northgate);
    const file = await upload(lines.somchai, lines.northgate, 'Somebody,202959,63748473,1,Bad account', lines.somchai);
    expect(file).toMatchObject({
      name: 'pay day.csv',
      format: 'csv',
      counts: { ready: 2, faulty: 2, released: 0 },
      totals: [{ currency: 'GBP', count: 2, amount: '125.00', maxFee: '1.00', accounts: [{ available: '500.00' }] }],
    });
    expect(await rows(file)).toMatchObject([
      { number: 1, state: 'ready', payee: { name: 'Somchai Prasert', isNew: true }, amount: { amount: '25.00' } },
      { number: 2, state: 'ready', payee: { isNew: false, summary: '08-99-99 · 66374958' } },
      { number: 3, state: 'faulty', faults: [{ field: 'accountNumber' }], values: { amount: '1' } },
      { number: 4, state: 'faulty', faults: [{ message: expect.stringContaining('Row 1 is the same') }] },
    ]);
  });

  it('is refused if invalid, and needs confirmation if uploaded before', async () => {
    const { who } = await createPayer();
    const { proceed } = asCustomer(db, who);
    const bring = (file: File, confirmDuplicate?: boolean) =>
      proceed(uploadFile, { file, confirmDuplicate, idempotency: randomUUID() });
    await expectRefusal(db, 'file_rejected', () => bring(new File(['nothing'], 'x.csv')));
    const rows = {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row/>'.repeat(3_000_000)}</sheetData></worksheet>`,
    };
    const tooLong = await expectRefusal(db, 'file_rejected', () =>
      bring(new File([new Uint8Array(zip(rows))], 'x.xlsx')),
    );
    expect(tooLong.message).toContain('more than 20,000 rows');
    const file = fileOf(lines.somchai);
    const { uid } = await bring(file);
    const refusal = await expectRefusal(db, 'duplicate_suspected', () => bring(file));
    expect(refusal.data).toEqual({ existingUid: uid });
    expect((await bring(file, true)).uid).not.toBe(uid);
  });

  it('can be corrected row by row, and rows can be left out', async () => {
    const { run, upload, look, rows } = await createPayer();
    const file = await upload('Mekong Trading Ltd,107999,88837492,7.50,R', lines.somchai, lines.somchai);
    expect(await run(correctRow, correction(file, 1, { ...validRow, accountNumber: '1' }))).toMatchObject({
      state: 'faulty',
    });
    expect(await run(correctRow, correction(file, 1, validRow))).toMatchObject({ state: 'checking', faults: [] });
    expect(await run(correctRow, correction(file, 3, { ...validRow, amount: '7.50' }))).toMatchObject({
      faults: [{ message: expect.stringContaining('Row 1 is the same') }],
    });
    await run(excludeRow, { uid: file.uid, number: 3, idempotency: randomUUID() });
    await answerNameChecks();
    const now = await look(file);
    expect(now).toMatchObject({ counts: { ready: 2, left_out: 1, faulty: 0 }, totals: [{ amount: '32.50' }] });
    expect(now.digest).not.toBe(file.digest);
    expect((await rows(file)).map(({ state }) => state)).toEqual(['ready', 'ready', 'left_out']);
  });

  it('is visible to its customer only and requires permission', async () => {
    const { upload } = await createPayer();
    const { uid } = await upload(lines.somchai);
    const { run, proceed } = asCustomer(db, await seedCustomer(db));
    await expectRefusal(db, 'not_found', () => run(getFile, { uid }));
    await expectRefusal(db, 'not_found', () => run(listRows, { uid }));
    await expectRefusal(db, 'not_found', () =>
      run(correctRow, { uid, number: 1, values: validRow, idempotency: v7() }),
    );
    await expectRefusal(db, 'not_found', () => run(excludeRow, { uid, number: 1, idempotency: v7() }));
    await expectRefusal(db, 'not_found', () => proceed(exportFaultReport, { uid, access_token: '' }));
    expect(await run(listFiles, {})).toEqual([]);
    const powerless = await seedCustomer(db, { access: ['dashboard'] });
    for (const endpoint of Object.values(contract.bulkPayment)) {
      const input = { uid, number: '1', idempotency: v7() };
      expect(await server.call(endpoint, input), endpoint.path).toMatchObject({ status: 401 });
      expect(await server.call(endpoint, input, powerless), endpoint.path).toMatchObject({ status: 403 });
    }
  });
});

describe('release', () => {
  it('refuses rows of new payees where payees require approval', async () => {
    const { who, upload, release, rows } = await createPayer();
    const file = await upload(lines.somchai, lines.northgate);
    await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0' });
    await release(file);
    await runBulkPayments(db, log);
    expect(await rows(file)).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
    expect(await upload(lines.somchai, 'Bad,1,2,3,R')).toMatchObject({ counts: { faulty: 2 } });
  });

  it('pays every ready row once with two workers, and leaves the rest', async () => {
    const { who, account, upload, release, rows, look } = await createPayer();
    await seedPayee(db, who, ukDetails.northgate);
    const file = await upload(lines.somchai, lines.northgate, lines.mekong, 'Nobody,1,2,3,R');
    expect(await release(file)).toMatchObject({ counts: { released: 3, faulty: 1 }, totals: [] });
    await Promise.all([runBulkPayments(db, log), runBulkPayments(db, log), runBulkPayments(db, log)]);
    expect(await paymentsOf(who)).toMatchObject([
      { payeeName: 'Mekong Trading Ltd', amountMinor: 750n },
      { payeeName: 'Somchai Prasert', amountMinor: 2500n, source: 'bulk', isOfRow: true, state: 'ready' },
      { payeeName: 'Northgate Lettings Ltd', amountMinor: 10_000n },
    ]);
    expect(await balancesOf(db, account)).toEqual(['500.00', '366.00']);
    expect(await look(file)).toMatchObject({ counts: { paid: 3, released: 0, faulty: 1 } });
    const [first] = await rows(file);
    expect(first).toMatchObject({ state: 'paid', payment: { state: 'ready', reference: expect.any(String) } });
    expect(await runBulkPayments(db, log)).toBe(0);
  });

  it('pays each of hundreds of rows once with two workers', async () => {
    const { who, upload, release } = await createPayer('20000.00');
    const many = Array.from({ length: 230 }, (_, i) => `Somchai Prasert,202959,63748472,1.00,Run ${i}`);
    await release(await upload(...many));
    await Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]);
    const payments = await paymentsOf(who);
    expect(payments).toHaveLength(230);
    const payees = db.selectFrom('payee.payee').select('id').where('customerId', '=', who.customer.id);
    expect(await payees.execute()).toHaveLength(1);
    const sources = db.selectFrom('payment.payment').select('sourceId').where('customerId', '=', who.customer.id);
    expect(new Set((await sources.execute()).map(({ sourceId }) => sourceId)).size).toBe(230);
    expect((await asCustomer(db, who).run(listFiles, {}))[0]).toMatchObject({ counts: { paid: 230 } });
  });

  it('reports the rows that failed, which can be released later', async () => {
    const { who, run, upload, release, rows, look } = await createPayer();
    const payee = await seedPayee(db, who, ukDetails.northgate);
    const file = await upload(lines.somchai, lines.northgate);
    await release(file);
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', payee.id).execute();
    await runBulkPayments(db, log);
    const [, refused] = await rows(file);
    expect(refused).toMatchObject({ state: 'refused', refusal: expect.stringContaining('Nothing was sent') });
    await db.updateTable('payee.payee').set({ status: 'approved' }).where('id', '=', payee.id).execute();
    expect(await run(correctRow, correction(file, 2, refused?.values ?? {}))).toMatchObject({ state: 'ready' });
    await release(await look(file));
    await runBulkPayments(db, log);
    expect((await look(file)).counts).toMatchObject({ paid: 2, refused: 0 });
    expect(await paymentsOf(who)).toHaveLength(2);
  });

  it('refuses to change a row in progress', async () => {
    const { run, upload, release } = await createPayer();
    const file = await upload(lines.somchai);
    await release(file);
    await expectRefusal(db, 'invalid_transition', () => run(correctRow, correction(file, 1, validRow)));
    await expectRefusal(db, 'invalid_transition', () =>
      run(excludeRow, { uid: file.uid, number: 1, idempotency: v7() }),
    );
    await runBulkPayments(db, log);
    await expectRefusal(db, 'invalid_transition', () => run(correctRow, correction(file, 1, validRow)));
  });

  it('requires sufficient funds, an account in the currency and an account that may pay', async () => {
    const { who, upload, approve, send } = await createPayer('120.00');
    const order = await approve(await upload(lines.somchai, lines.northgate));
    const refusal = await expectRefusal(db, 'insufficient_funds', () => send(order));
    expect(refusal.data).toMatchObject({ available: '120.00', needed: '126.00' });
    const euros = await seedAccount(db, who, { currency: 'EUR', balance: '900.00' });
    const from = (sourceBankholderId: string) => ({
      ...order,
      totals: order.totals.map((total) => ({ ...total, sourceBankholderId })),
    });
    await expectRefusal(db, 'account_not_usable', () => send(from(euros.bankholderId)));
    await expectRefusal(db, 'not_found', () => send(from('999999')));
  });

  it('refuses what changed after it was displayed', async () => {
    const { run, upload, approve, send } = await createPayer();
    const file = await upload(lines.somchai, lines.mekong);
    const order = await approve(file);
    await run(correctRow, correction(file, 2, { ...validRow, amount: '7.51' }));
    await expectRefusal(db, 'bulk_changed', () => send(order));
    const other = await approve(await upload(lines.somchai));
    await expectRefusal(db, 'bulk_changed', () => send({ ...other, uid: file.uid }));
  });

  it('voids the PIN authorisation on any change of a row, until the change is reverted', async () => {
    const { run, upload, approve, send, look, rows } = await createPayer();
    const file = await upload(lines.somchai, lines.northgate, lines.mekong);
    const order = await approve(file);
    const given = (await rows(file)).map((row) => row.values);
    const reference = fc.string({
      unit: fc.constantFrom('A', 'B', 'C', '1', '2', '-', ' '),
      minLength: 1,
      maxLength: 17,
    });
    const ofRow = fc.oneof(
      fc
        .integer({ min: 1, max: 99_999 })
        .map((minor) => ({ amount: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}` })),
      reference.map((text) => ({ reference: text })),
      fc.constantFrom('Jo Marsh', 'Somchai Prasertt', 'Larkmere Ltd').map((name) => ({ name })),
      fc.constantFrom('11112222', '63748472', '').map((accountNumber) => ({ accountNumber })),
      fc.constantFrom('EUR', 'THB', 'XXX').map((currency) => ({ currency })),
      fc.constant('left out' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), ofRow, async (number, change) => {
        const before = given[number - 1] ?? {};
        const after = change === 'left out' ? before : { ...before, ...change };
        fc.pre(
          change === 'left out' ||
            Object.entries(change).some(([key, text]) => normaliseCell(before[key]) !== normaliseCell(text)),
        );
        if (change === 'left out') await run(excludeRow, { uid: file.uid, number, idempotency: v7() });
        else await run(correctRow, correction(file, number, after));
        await answerNameChecks();
        await expect(send(order)).rejects.toMatchObject({ code: 'bulk_changed' });
        await run(correctRow, correction(file, number, before));
        expect((await look(file)).digest).toBe(file.digest);
      }),
      { numRuns: 25 },
    );
    expect(await send(order)).toMatchObject({ counts: { released: 3 } });
  });

  it('refuses a payee that changed after the PIN entry', async () => {
    const { who, upload, release, rows } = await createPayer();
    const payee = await seedPayee(db, who, ukDetails.northgate);
    const file = await upload(lines.northgate);
    await release(file);
    await db.updateTable('payee.payee').set({ version: 2 }).where('id', '=', payee.id).execute();
    await runBulkPayments(db, log);
    expect(await rows(file)).toMatchObject([{ state: 'refused', payment: null }]);
  });

  describe('of a row whose payee was deleted', () => {
    async function givenDeleted() {
      const payer = await createPayer();
      const { who, run, upload } = payer;
      const payee = await seedPayee(db, who, ukDetails.northgate);
      const file = await upload(lines.somchai, lines.northgate);
      await run(removePayee, { uid: payee.id, idempotency: randomUUID() });
      return { ...payer, file: await payer.look(file) };
    }
    const today = formatDateTime(new Date()).split(',')[0];
    const words = `Nothing was sent for row 2, and you still have the money. Northgate Lettings Ltd was deleted from your payees on ${today}. Correct the row or leave it out.`;

    it('warns before, pays the other rows and explains the refusal on the row', async () => {
      const { who, account, file, release, rows } = await givenDeleted();
      expect(await rows(file)).toMatchObject([
        { state: 'ready', refusal: null },
        { state: 'ready', refusal: words, payee: { name: 'Northgate Lettings Ltd', isNew: false } },
      ]);
      await release(file);
      await runBulkPayments(db, log);
      expect(await rows(file)).toMatchObject([
        { state: 'paid', refusal: null },
        { state: 'refused', refusal: words, payment: null },
      ]);
      expect(await balancesOf(db, account)).toEqual(['500.00', '474.50']);
      expect(await paymentsOf(who)).toHaveLength(1);
    });

    it('pays the row after the payee is created again', async () => {
      const { who, account, file, run, look, release, rows } = await givenDeleted();
      await release(file);
      await runBulkPayments(db, log);
      const [, { values } = { values: {} }] = await rows(file);
      expect(await run(correctRow, correction(file, 2, values))).toMatchObject({
        refusal: null,
        payee: { isNew: true },
      });
      await answerNameChecks();
      expect(await look(file)).toMatchObject({ counts: { paid: 1, ready: 1, refused: 0 } });
      await release(await look(file));
      await runBulkPayments(db, log);
      expect(await rows(file)).toMatchObject([{ state: 'paid' }, { state: 'paid', refusal: null }]);
      expect(await balancesOf(db, account)).toEqual(['500.00', '374.00']);
      expect(await paymentsOf(who)).toHaveLength(2);
    });

    it('pays the row to another payee, or leaves it out', async () => {
      const { who, file, run, look, release, rows } = await givenDeleted();
      await seedPayee(db, who, ukDetails.northgate);
      const [, { values } = { values: {} }] = await rows(file);
      expect(await run(correctRow, correction(file, 2, values))).toMatchObject({
        state: 'ready',
        refusal: null,
        payee: { isNew: false },
      });
      await release(await look(file));
      await runBulkPayments(db, log);
      expect(await rows(file)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
      const other = await givenDeleted();
      await other.run(excludeRow, { uid: other.file.uid, number: 2, idempotency: randomUUID() });
      expect(await other.rows(other.file)).toMatchObject([{ state: 'ready' }, { state: 'left_out', refusal: null }]);
    });
  });

  it('refuses an account that was saved under another name after the PIN entry', async () => {
    const { who, upload, release, rows } = await createPayer();
    const file = await upload(lines.northgate, lines.mekong);
    await release(file);
    await seedPayee(db, who, { ...ukDetails.northgate, name: 'Ida Northgate' });
    await runBulkPayments(db, log);
    expect(await rows(file)).toMatchObject([{ state: 'refused', payment: null }, { state: 'paid' }]);
  });

  it('refuses totals other than the authorised ones', async () => {
    const { upload, approve, send, who } = await createPayer();
    const file = await upload(lines.somchai, lines.mekong);
    const order = await approve(file);
    const second = await seedAccount(db, who, { currency: 'EUR', balance: '900.00' });
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 });
    const ofTotals = fc.oneof(
      fc.integer({ min: 1, max: 99_999 }).map((minor) => ({ amount: `${minor}.01` })),
      fc.integer({ min: 3, max: 50 }).map((rows) => ({ count: rows })),
      fc.integer({ min: 2, max: 90 }).map((fee) => ({ maxFee: `${fee}.00` })),
      fc.constant({ sourceBankholderId: second.bankholderId }),
    );
    const ofOrder = fc.oneof(
      hex.map((digest) => ({ digest })),
      fc.uuid().map((uid) => ({ uid })),
      fc.uuid().map((idempotency) => ({ idempotency })),
      ofTotals.map((change) => ({ totals: order.totals.map((total) => ({ ...total, ...change })) })),
    );
    await fc.assert(
      fc.asyncProperty(ofOrder, async (change) => {
        await expect(send({ ...order, ...change })).rejects.toBeInstanceOf(Refusal);
      }),
      { numRuns: 60 },
    );
    expect((await asCustomer(db, who).run(getFile, { uid: file.uid })).counts).toMatchObject({
      ready: 2,
      released: 0,
    });
    expect(await send(order)).toMatchObject({ counts: { released: 2 } });
  });
});

describe('file in several currencies', () => {
  const mixed = [
    'Somchai Prasert,GBP,202959,63748472,,,,,25.00,Rent',
    'Greta Lindqvist,EUR,,,DE89370400440532013000,,,,1250.00,Invoice 7',
    'Anke de Vries,EUR,,,NL91ABNA0417164300,,,sct,40.00,Invoice 8',
    'Ploy Srisai,THB,,1234567890,,004,,,900.00,Wages,Salary,employee,Business income',
    'Ploy Srisai,THB,,,,,0812345678,,100.00,Wages 2,Salary,employee,Business income',
    'Chai Limited,THB,,1234567891,,002,,,2500000.00,Machine,GDDS,supplier,business',
    'Jane Doe,USD,,,,,,,10.00,Gift',
  ];
  const columns =
    'name,currency,sort code,account number,iban,bank code,promptpay,scheme,amount,reference,purpose,relationship,source of funds';

  async function givenMixed(wanted: readonly string[] = ['EUR', 'THB']) {
    const payer = await createPayer();
    for (const currency of wanted as ('EUR' | 'THB')[])
      await seedAccount(db, payer.who, { currency, iban: 'GB17LARK04062141728856', balance: '3000000.00' });
    const bytes = [columns, ...mixed, '\n'.repeat(wanted.length)].join('\n');
    const { uid } = await asCustomer(db, payer.who).proceed(uploadFile, {
      file: new File([bytes], 'mixed.csv'),
      idempotency: randomUUID(),
    });
    await answerNameChecks();
    return { ...payer, file: await payer.run(getFile, { uid }) };
  }

  it('is priced by currency and rail, and each row uses its own rail', async () => {
    const { who, file, release, rows } = await givenMixed();
    expect(file.totals).toMatchObject([
      { currency: 'EUR', count: 2, amount: '1290.00', maxFee: '0.80', accounts: [{ available: '3000000.00' }] },
      { currency: 'GBP', count: 1, amount: '25.00', maxFee: '0.50' },
      { currency: 'THB', count: 3, amount: '2501000.00', maxFee: '180.00' },
    ]);
    expect((await rows(file)).map(({ rail }) => rail)).toEqual([
      'faster-payments',
      'sepa-instant',
      'sepa-credit-transfer',
      'promptpay',
      'promptpay',
      'bahtnet',
      null,
    ]);
    await release(file);
    await runBulkPayments(db, log);
    const payments = await db
      .selectFrom('payment.payment')
      .select(['rail', 'currency', 'amountMinor', 'feeMinor', 'payeeAccount'])
      .where('customerId', '=', who.customer.id)
      .orderBy('amountMinor')
      .execute();
    expect(payments).toMatchObject([
      { rail: 'faster-payments', currency: 'GBP', feeMinor: 50n },
      { rail: 'sepa-credit-transfer', currency: 'EUR', feeMinor: 40n, payeeAccount: { iban: 'NL91ABNA0417164300' } },
      { rail: 'promptpay', payeeAccount: { kind: 'promptpay', proxyType: 'mobile', proxyId: '0066812345678' } },
      { rail: 'promptpay', payeeAccount: { kind: 'thai', bankCode: '004' }, feeMinor: 1500n },
      { rail: 'sepa-instant', feeMinor: 40n },
      { rail: 'bahtnet', amountMinor: 250_000_000n, feeMinor: 15_000n },
    ]);
    expect((await rows(file))[6]).toMatchObject({
      state: 'faulty',
      faults: expect.arrayContaining([{ field: 'currency', message: expect.stringContaining('not USD this way') }]),
    });
  });

  it('is released one currency at a time; a currency without an account waits', async () => {
    const { file, approve, send, look } = await givenMixed(['EUR']);
    expect(file.totals.find(({ currency }) => currency === 'THB')).toMatchObject({ count: 3, accounts: [] });
    const order = await approve({ ...file, totals: file.totals.filter(({ currency }) => currency === 'EUR') });
    await expectRefusal(db, 'bulk_changed', () => send({ ...order, totals: [...order.totals, ...order.totals] }));
    const released = await send(order);
    expect(released).toMatchObject({
      counts: { released: 2, ready: 4 },
      totals: [{ currency: 'GBP' }, { currency: 'THB' }],
    });
    const rest = await look(file);
    expect(rest.digest).not.toBe(file.digest);
    expect(await send(await approve({ ...rest, totals: rest.totals.slice(0, 1) }))).toMatchObject({
      counts: { released: 3, ready: 3 },
    });
  });
});

describe('name checks', () => {
  const jo = (name: string, n = 1) => `${name},202959,63748472,${n}.00,Pay ${n}`;
  const elsewhere = (name: string, n: number) => `${name},107999,88837491,${n}.00,Pay ${n}`;
  const accept = (file: BulkFileView, number: number, reason?: string) => ({
    uid: file.uid,
    number,
    ...(reason && { reason }),
    idempotency: randomUUID(),
  });

  it('run once per new payee after the upload, and not for existing payees', async () => {
    const { who, bring, look, rows } = await createPayer();
    await seedPayee(db, who, ukDetails.northgate);
    const file = await bring(jo('Jo Marsh'), jo('Jo Marsh', 2), lines.northgate, 'Bad,1,2,3,R');
    expect(file).toMatchObject({ counts: { checking: 2, ready: 1, faulty: 1 }, nameCheckCounts: {} });
    expect(await answerNameChecks()).toMatchObject([{ name: 'Jo Marsh', type: 'gbp', entityType: 'individual' }]);
    expect(await look(file)).toMatchObject({ counts: { checking: 0, ready: 3 }, nameCheckCounts: { match: 2 } });
    expect((await rows(file))[1]).toMatchObject({ name: { result: 'match' } });
    await bring(jo('Jo Marsh', 3));
    expect(await answerNameChecks()).toEqual([]);
  });

  it.each([
    ['Una Vale', { result: 'unavailable' }, 'ready'],
    ['Nell Sup', { result: 'not_supported' }, 'ready'],
    ['Clo Near', { result: 'close_match', actualName: 'Chloe Near' }, 'doubtful'],
    ['Woo Kind', { result: 'wrong_account_type', actualName: 'Woo Kind' }, 'doubtful'],
    ['Noa Match', { result: 'no_match' }, 'doubtful'],
    ['Mo Ved', { result: 'account_switched' }, 'faulty'],
    ['No Body', { result: 'not_found' }, 'faulty'],
  ] as const)('%s: %j makes the row %s', async (name, answer, state) => {
    answers.set(name, answer);
    const { upload, rows } = await createPayer();
    const file = await upload(jo(name));
    expect(file).toMatchObject({ counts: { [state]: 1 }, nameCheckCounts: { [answer.result]: 1 } });
    expect(await rows(file)).toMatchObject([{ state, name: answer, faults: state === 'faulty' ? [{}] : [] }]);
  });

  it('require one name per new account, also after corrections', async () => {
    const { run, upload, rows, release, look } = await createPayer();
    const file = await upload(jo('Jo Marsh'), jo('Somchai Prasert', 2), lines.mekong);
    const faulty = [{ field: 'name', message: expect.stringContaining('Row 1 pays this account under another name') }];
    expect(await rows(file)).toMatchObject([{ state: 'ready' }, { state: 'faulty', faults: faulty }, {}]);
    const [first, second] = (await rows(file)).map((row) => row.values);
    await run(correctRow, correction(file, 2, { ...second, name: 'Jo Marsh' }));
    await answerNameChecks();
    expect(await look(file)).toMatchObject({ counts: { ready: 3, faulty: 0 } });
    await run(correctRow, correction(file, 1, { ...first, name: 'Sam Marsh' }));
    expect(await rows(file)).toMatchObject([{ state: 'faulty', faults: [{ field: 'name' }] }, {}, {}]);
    await run(excludeRow, { uid: file.uid, number: 1, idempotency: v7() });
    await release(await look(file));
    await runBulkPayments(db, log);
    expect(await rows(file)).toMatchObject([{ state: 'left_out' }, { state: 'paid' }, { state: 'paid' }]);
  });

  it('store the confirmation of a mismatch with the payment', async () => {
    answers.set('Ana Near', { result: 'close_match', actualName: 'Anna Near' });
    const { who, run, upload, release, look } = await createPayer();
    const file = await upload(jo('Ana Near'), jo('Ana Near', 2), lines.mekong);
    await run(overrideNameCheck, accept(file, 1));
    const now = await look(file);
    expect(now.counts).toMatchObject({ ready: 3, doubtful: 0 });
    expect(now.digest).not.toBe(file.digest);
    await expectRefusal(db, 'invalid_transition', () => run(overrideNameCheck, accept(file, 2)));
    await release(now);
    await runBulkPayments(db, log);
    const checks = await db
      .selectFrom('payment.payment as p')
      .innerJoin('payee.name_check as c', 'c.id', 'p.nameCheckId')
      .leftJoin('payee.name_check_override as a', 'a.nameCheckId', 'c.id')
      .select(['c.result', 'a.userId'])
      .where('p.customerId', '=', who.customer.id)
      .orderBy('p.amountMinor')
      .execute();
    expect(checks).toMatchObject([
      { result: 'close_match', userId: who.user.id },
      { result: 'close_match', userId: who.user.id },
      { result: 'match', userId: null },
    ]);
  });

  it('remember a confirmed close match, but not a mismatch', async () => {
    answers.set('Eva Near', { result: 'close_match', actualName: 'Ewa Near' });
    answers.set('Udo Else', { result: 'no_match' });
    const { who, run, bring, upload, rows, look } = await createPayer();
    const file = await upload(jo('Eva Near'), elsewhere('Udo Else', 2));
    await run(overrideNameCheck, accept(file, 1));
    const later = new Date(Date.now() + 11_000);
    const decided = accept(file, 2, 'He asked me to pay his brother');
    await asCustomer(db, who).inside((ctx) => overrideNameCheck({ ...ctx, now: later }, decided));
    const next = await bring(jo('Eva Near', 3), elsewhere('Udo Else', 4));
    expect(next.counts).toMatchObject({ ready: 1, doubtful: 1 });
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    const askAnew = async (number: number, given: Record<string, string> = {}) => {
      await asCustomer(db, who).inside((ctx) => correctRow({ ...ctx, now: tomorrow }, correction(next, number, given)));
      return answerNameChecks();
    };
    const given = (await rows(next)).map((row) => row.values);
    expect(await askAnew(1, given[0])).toHaveLength(1);
    expect(await askAnew(2, given[1])).toHaveLength(1);
    expect((await look(next)).counts).toMatchObject({ ready: 1, doubtful: 1 });
    answers.set('Eva Near', { result: 'close_match', actualName: 'Eve Near' });
    expect(await askAnew(1, given[0])).toHaveLength(1);
    expect((await look(next)).counts).toMatchObject({ ready: 0, doubtful: 2 });
  });

  it('require ten seconds and a reason for a mismatch', async () => {
    answers.set('Ivo Else', { result: 'no_match' });
    const { who, run, upload, look } = await createPayer();
    const file = await upload(jo('Ivo Else'));
    const reason = 'She married and kept the account';
    await expectRefusal(db, 'name_check_unconfirmed', () => run(overrideNameCheck, accept(file, 1)));
    await expectRefusal(db, 'name_check_unconfirmed', () => run(overrideNameCheck, accept(file, 1, reason)));
    const later = new Date(Date.now() + 11_000);
    const seen = await asCustomer(db, who).inside((ctx) =>
      overrideNameCheck({ ...ctx, now: later }, accept(file, 1, reason)),
    );
    expect(seen).toMatchObject({ state: 'ready', name: { result: 'no_match' } });
    expect((await look(file)).counts).toMatchObject({ ready: 1 });
    const other = asCustomer(db, await seedCustomer(db));
    await expectRefusal(db, 'not_found', () => other.run(overrideNameCheck, accept(file, 1, reason)));
  });

  it('run again when a correction changes the payee', async () => {
    answers.set('Pia Near', { result: 'close_match', actualName: 'Petra Near' });
    const { run, upload, look } = await createPayer();
    const file = await upload(jo('Pia Near'));
    const given = { name: 'Petra Near', sortCode: '202959', accountNumber: '63748472', amount: '1', reference: 'R' };
    expect(await run(correctRow, correction(file, 1, given))).toMatchObject({ state: 'checking', name: null });
    expect(await answerNameChecks()).toMatchObject([{ name: 'Petra Near' }]);
    expect((await look(file)).counts).toMatchObject({ ready: 1 });
  });

  it('do not change the rows of a release in progress', async () => {
    const { bring, approve, send, look } = await createPayer();
    const file = await bring(lines.somchai);
    await answerNameChecks();
    const order = await approve(await look(file));
    const more = await bring(lines.mekong);
    await Promise.all([send(order), answerNameChecks()]);
    expect((await look(file)).counts).toMatchObject({ released: 1 });
    expect((await look(more)).counts).toMatchObject({ ready: 1, released: 0 });
  });
});

it('exports unpaid rows with their faults and without executable formulas', async () => {
  const { who, upload } = await createPayer();
  const file = await upload('=HYPERLINK("x"),202959,1,5,R', lines.somchai);
  const exported = await asCustomer(db, who).proceed(exportFaultReport, { uid: file.uid, access_token: '' });
  const text = await exported.text();
  expect(exported.name).toBe('pay day - not paid.csv');
  expect(text).toContain(`"'=HYPERLINK`);
  expect(text).not.toContain('Somchai');
  expect(text).toContain('6 to 8 digits');
});

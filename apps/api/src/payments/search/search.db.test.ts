import { contract } from '@larkmere/contract/contract';
import { foldText } from '@larkmere/contract/platform/search-words';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  seedUser,
  type TestUser,
  type UkPayee,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { audit } from '../../platform/requests/audit.ts';
import { searchRoutes } from '../payments.routes.ts';
import { find } from './search.read.ts';
import { searchIndex } from './search.sql.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, searchRoutes);
let who: TestUser;
let pounds: BankAccount;
let payee: UkPayee;

beforeEach(async () => {
  who = await seedCustomer(db);
  pounds = await seedAccount(db, who);
  payee = await seedPayee(db, who);
});

/** The index waits for every older transaction of the server, also those of other databases, hence of other tests. */
async function indexAll(): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_snapshot_xmax(pg_current_snapshot()) as now`.execute(db);
  await expect
    .poll(
      async () => {
        await runJob(db, searchIndex);
        const reached = await sql<{ yes: boolean }>`
          select upto >= ${rows[0]?.now}::xid8 as yes from search.progress`.execute(db);
        return reached.rows[0]?.yes;
      },
      { timeout: 15_000 },
    )
    .toBe(true);
}

const search = async (q: string, by = who) => {
  await indexAll();
  return asCustomer(db, by).run(find, { q, size: 3 });
};
const namesOf = async (q: string, by = who) => (await search(q, by)).payments.list.map(({ name }) => name);

async function createPayment(over: Parameters<typeof seedPaymentRow>[4] = {}): Promise<string> {
  const id = await seedPaymentRow(db, who, pounds, payee, over);
  await asSystem(db, (ctx) => audit(ctx, 'payment.created', `payment:${id}`));
  return id;
}

describe('search', () => {
  it('finds payee and payment by a part of the name', async () => {
    const uid = await createPayment({ amount: '1250.50' });
    expect(await search('pras somc')).toMatchObject({
      payees: { count: 1, list: [{ uid: payee.id, name: 'Somchai Prasert', currency: 'GBP', type: 'gbp' }] },
      payments: {
        count: 1,
        list: [
          {
            uid,
            paymentUid: uid,
            line: null,
            bankholderid: pounds.bankholderId,
            direction: 'out',
            name: 'Somchai Prasert',
            amount: { amount: '1250.50', currency: 'GBP' },
            state: 'completed',
          },
        ],
      },
      accounts: { count: 0 },
    });
  });

  it('finds money that arrived, and opens it in the statement', async () => {
    const id = await seedCredit(db, pounds, '42.60', { counterparty: 'Zoë Ångström' });
    expect((await search('zoe angs')).payments.list).toMatchObject([
      { uid: id, paymentUid: null, line: `${id}:1`, kind: 'credit', direction: 'in', name: 'Zoë Ångström' },
    ]);
  });

  it.each(['1250.50', '1,250.50', '1250.5', '1250', '£1,250.50', '1.250,50', '-1250.50', '1250.50 GBP', '1 250.50'])(
    'finds the amount typed as %s',
    async (typed) => {
      await seedCredit(db, pounds, '1250.50', { counterparty: 'Right' });
      await seedCredit(db, pounds, '12505.00', { counterparty: 'Ten times' });
      await seedCredit(db, pounds, '250.50', { counterparty: 'A part of it' });
      expect(await namesOf(typed)).toEqual(['Right']);
    },
  );

  it('finds an amount of a currency without decimals', async () => {
    const yen = await seedAccount(db, who, { currency: 'JPY' });
    await seedCredit(db, yen, '1250', { counterparty: 'Tokyo Lettings' });
    expect(await namesOf('1,250 jpy')).toEqual(['Tokyo Lettings']);
  });

  it.each(['14 nov 2024', 'Nov 14 2024', '14/11/2024', '14.11.24', '2024-11-14', '14 november', 'bills nov 2024'])(
    'finds the day typed as %s',
    async (typed) => {
      // A quarter to midnight in London on the 14th.
      const right = new Date('2024-11-14T23:45:00Z');
      const counterAccount = `fee-income:payment:GBP`;
      await seedCredit(db, pounds, '1.00', { counterparty: 'Bills', bookedAt: right, counterAccount });
      await seedCredit(db, pounds, '2.00', { counterparty: 'Today' });
      expect(await namesOf(typed)).toEqual(['Bills']);
    },
  );

  it('finds Thai names from any letter on', async () => {
    await seedCredit(db, pounds, '5.00', { counterparty: 'บริษัท แม่โขงการค้าจำกัด' });
    expect(await namesOf('การค้า')).toHaveLength(1);
    expect(await namesOf('แม่โขงการค้าจำกัด')).toHaveLength(1);
    expect(await namesOf('การค้าอื่นๆ')).toEqual([]);
  });

  it('takes wildcards and quotes as separators', async () => {
    await seedCredit(db, pounds, '5.00', { counterparty: "Pat O'Neil" });
    expect(await namesOf("o'neil")).toEqual(["Pat O'Neil"]);
    // A random reference never holds an I.
    for (const typed of ['%%', '__', '\\\\', "' or 1=1", '%:*', '()|&!', "p_i o'neil"])
      expect(await search(typed), typed).toMatchObject({ payments: { count: 0 }, payees: { count: 0 } });
  });

  it('answers fewer than two letters with nothing', async () => {
    await createPayment();
    const nothing = { list: [], count: 0 };
    expect(await search('s')).toEqual({ payees: nothing, payments: nothing, accounts: nothing });
  });

  it('finds a payee by account number with and without separators', async () => {
    await createPayment();
    for (const typed of ['63748472', '20-29-59', '202959', '8472', '20 29 59 63748472'])
      expect((await search(typed)).payments.count, typed).toBe(1);
    expect((await search('63748472')).payees.count).toBe(1);
  });

  it('finds accounts by currency, name and the last four digits', async () => {
    const found = [{ bankholderid: pounds.bankholderId, currency: 'GBP', available: '0.00' }];
    for (const typed of ['gbp', 'pounds', pounds.accountNumber?.slice(-4) ?? ''])
      expect((await search(typed)).accounts, typed).toMatchObject({ count: 1, list: found });
  });

  it('counts all and lists the newest', async () => {
    for (const amount of ['1.00', '2.00', '3.00', '4.00'])
      await seedCredit(db, pounds, amount, { counterparty: 'Rent' });
    const { payments } = await search('rent');
    expect(payments.count).toBe(4);
    expect(payments.list.map(({ amount }) => amount.amount)).toEqual(['4.00', '3.00', '2.00']);
  });
});

describe('the rights of a search', () => {
  it('finds nothing of other customers', async () => {
    await createPayment();
    await seedCredit(db, pounds, '5.00', { counterparty: 'Somchai Prasert' });
    const stranger = await seedCustomer(db);
    await seedAccount(db, stranger);
    expect(await search('somchai', stranger)).toMatchObject({ payees: { count: 0 }, payments: { count: 0 } });
    expect(await search(String(pounds.accountNumber), stranger)).toMatchObject({ accounts: { count: 0 } });
  });

  it.each([
    [['statement'], 2, 0],
    [['payment'], 1, 1],
    [['payee'], 0, 1],
    [['dashboard'], 0, 0],
  ] as const)('shows a colleague with %j %i payments and %i payees', async (access, payments, payees) => {
    await createPayment();
    await seedCredit(db, pounds, '5.00', { counterparty: 'Somchai Prasert' });
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer, { access }) };
    expect(await search('somchai', colleague)).toMatchObject({
      payments: { count: payments },
      payees: { count: payees },
    });
  });

  it('requires a session', async () => {
    expect(await server.call(contract.search.find, { q: 'somchai' })).toMatchObject({ status: 401 });
    expect(await server.call(contract.search.find, { q: 'x'.repeat(101) }, who)).toMatchObject({ status: 400 });
    expect(await server.call(contract.search.find, { q: 'somchai' }, who)).toMatchObject({ status: 200 });
  });
});

describe('the index', () => {
  it('folds letters as what is typed', async () => {
    for (const text of [
      'Zoë Ångström',
      'ŁUKASZ Øster',
      'Straße',
      'Æther Œuvre',
      'İstanbul',
      'น้ำแข็ง',
      '１２３ ＡＢＣ',
      'Þór',
    ]) {
      const { rows } = await sql<{ folded: string }>`select search.fold(${text}) as folded`.execute(db);
      expect(rows[0]?.folded).toBe(foldText(text));
    }
  });

  it('leaves a transaction that is still open for the next run', async () => {
    await indexAll();
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const id = await seedPaymentRow(db, who, pounds, payee);
    const slow = asSystem(db, async (ctx) => {
      await audit(ctx, 'payment.created', `payment:${id}`);
      await until;
    });
    await seedCredit(db, pounds, '9.00', { counterparty: 'Somchai later' });
    await runJob(db, searchIndex);
    release();
    await slow;
    expect((await search('somchai')).payments.count).toBe(2);
  });

  it('refuses a search that takes too long', async () => {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const blocking = asSystem(db, async ({ tx }) => {
      await sql`lock table search.event in access exclusive mode`.execute(tx);
      await until;
    });
    const refused = asCustomer(db, who).run(find, { q: 'somchai', size: 3 });
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    release();
    await blocking;
  });

  it('indexes an event once, however often it is recorded', async () => {
    const id = await createPayment();
    await indexAll();
    await asSystem(db, (ctx) => audit(ctx, 'payment.scheduled_executed', `payment:${id}`));
    expect((await search('somchai')).payments.count).toBe(1);
  });
});

import { sql } from 'kysely';
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
  restrict,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  prepareRelease,
  quoteFileAs,
  releaseFileAs,
  seedBulkFile,
  withExchange,
} from '../../../../../test/fixtures/bulk-payment.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, payees, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { openLog } from '../../platform/observability/log.ts';
import { correctRow } from './correct-row.ts';
import { runBulkPayments } from './run-bulk-payments.ts';
import { getFile, listRows } from './show-files.ts';

const { db } = await createDatabase();
const log = openLog('silent');
const columns = 'name,currency,iban,amount,reference,payment date,debit currency';
const klaus = 'Klaus Weber,EUR,DE89370400440532013000';
let who: TestUser;
let pounds: BankAccount;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db, { business: true });
  await db
    .updateTable('customer.customer')
    .set({ address: { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' } as never })
    .where('id', '=', who.customer.id)
    .execute();
  pounds = await seedAccount(db, who, { balance: '500.00' });
  await seedPayeeOf(db, who, { ...payees.klaus, name: 'Klaus Weber' });
});

const upload = (...rows: string[]) => seedBulkFile(db, who, rows, { columns });
const invoices = () => upload(`${klaus},100.00,Invoice 1`, `${klaus},40.00,Invoice 2`);
const look = ({ uid }: { uid: string }, by = who) => asCustomer(db, by).run(getFile, { uid });
const rowsOf = async ({ uid }: { uid: string }, by = who) => (await asCustomer(db, by).run(listRows, { uid })).rows;
const balances = () => balancesOf(db, pounds);
const fromPounds = () => ({ currency: 'EUR' as const, sourceBankholderId: pounds.bankholderId });
const quote = (file: { uid: string }, by = who) => quoteFileAs(db, by, file, fromPounds());

async function quoted(file: Awaited<ReturnType<typeof invoices>>, by = who) {
  const conversion = await quote(file, by);
  return { conversion, shown: withExchange(file, conversion, fromPounds()) };
}

const paymentsOf = () =>
  db
    .selectFrom('payment.payment as p')
    .innerJoin('fx.quote as q', 'q.id', 'p.quoteId')
    .select(['p.state', 'p.currency', 'p.amountMinor', 'p.soldCurrency', 'p.soldMinor', 'p.feeMinor', 'p.source'])
    .select(['q.state as quoteState', 'q.rate'])
    .where('p.customerId', '=', who.customer.id)
    .orderBy('p.amountMinor')
    .execute();
const quoteStates = async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from fx.quote where customer_id = ${who.customer.id} group by 1 order by 1`.execute(
    db,
  );
  return rows;
};
const minor = (text: string): bigint => BigInt(text.replace('.', ''));

describe('rows in another currency than the account', () => {
  it('are offered the accounts that can pay them, and priced per row before the release', async () => {
    const file = await invoices();
    expect(file.totals).toMatchObject([
      {
        currency: 'EUR',
        accounts: [],
        exchangeAccounts: [{ sourceBankholderId: pounds.bankholderId, currency: 'GBP', available: '500.00' }],
      },
    ]);
    const { exchange, leaves, exchangeFees } = await quote(file);
    const rows = await rowsOf(file);
    const sold = rows.reduce((all, row) => all + minor(row.exchange?.sold.amount ?? ''), 0n);
    const fees = rows.reduce((all, row) => all + minor(row.exchange?.fee.amount ?? ''), 0n);
    expect([minor(exchange.sold), minor(exchangeFees.amount)]).toEqual([sold, fees]);
    expect(minor(leaves.amount)).toBe(sold + minor(exchange.maxFee));
    expect(exchange).toMatchObject({ soldCurrency: 'GBP', maxFee: '0.70' });
    expect(exchange.maxDebit).toBeUndefined();
    expect(rows[0]?.exchange?.displayedRate).toBeTruthy();
  });

  it('are paid at the figures that were confirmed, each once', async () => {
    const file = await invoices();
    const { conversion, shown } = await quoted(file);
    const priced = await rowsOf(file);
    const release = await prepareRelease(db, who, shown);
    const first = await release();
    expect(await release()).toEqual(first);
    await Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]);
    await release();
    await runBulkPayments(db, log);
    const made = await paymentsOf();
    expect(made).toMatchObject([
      { state: 'ready', currency: 'EUR', amountMinor: 4000n, soldCurrency: 'GBP', source: 'bulk', quoteState: 'used' },
      {
        state: 'ready',
        currency: 'EUR',
        amountMinor: 10_000n,
        soldCurrency: 'GBP',
        source: 'bulk',
        quoteState: 'used',
      },
    ]);
    expect(made.map(({ soldMinor }) => soldMinor)).toEqual(
      priced.map((row) => minor(row.exchange?.sold.amount ?? '')).toReversed(),
    );
    const [balance, available] = await balances();
    expect(balance).toBe('500.00');
    expect(minor('500.00') - minor(available ?? '')).toBe(minor(conversion.leaves.amount));
    expect((await rowsOf(file)).map(({ exchange }) => exchange)).toEqual(priced.map(({ exchange }) => exchange));
  });

  it('need a new confirmation once the rate has expired or moved', async () => {
    const file = await invoices();
    const { conversion, shown } = await quoted(file);
    const late = new Date(Date.parse(conversion.expiresAt) + 1);
    await expectRefusalAfterSignIn(db, 'quote_expired', () => releaseFileAs(db, who, shown, [], late));
    await sql`update fx.batch_quote set mid = mid * 1.1`.execute(db);
    await expectRefusalAfterSignIn(db, 'bulk_changed', () => releaseFileAs(db, who, shown));
    const again = await quoted(file);
    await releaseFileAs(db, who, again.shown);
    expect((await look(file)).counts).toMatchObject({ released: 2 });
  });

  it('are void when a row or a figure changes', async () => {
    const file = await invoices();
    const { conversion, shown } = await quoted(file);
    const { exchange } = conversion;
    for (const forged of [
      { ...exchange, sold: '1.00' },
      { ...exchange, rate: '9.0000000000' },
      { ...exchange, maxFee: '0.00' },
      { ...exchange, quoteId: v7() },
      { ...exchange, maxDebit: '1.00' },
    ])
      await expectRefusalAfterSignIn(db, 'bulk_changed', () =>
        releaseFileAs(db, who, withExchange(file, { ...conversion, exchange: forged }, fromPounds())),
      );
    const [row] = await rowsOf(file);
    const values = { ...row?.values, amount: '101.00' };
    await asCustomer(db, who).run(correctRow, { uid: file.uid, number: 1, values, idempotency: v7() });
    await expectRefusalAfterSignIn(db, 'bulk_changed', () => releaseFileAs(db, who, shown));
    const now = await look(file);
    await expectRefusalAfterSignIn(db, 'bulk_changed', () =>
      releaseFileAs(db, who, withExchange(now, conversion, fromPounds())),
    );
  });

  it('belong to the member and the file that were quoted', async () => {
    const [one, two] = [await invoices(), await upload(`${klaus},140.00,Invoice 9`)];
    const { conversion } = await quoted(one);
    await expectRefusalAfterSignIn(db, 'bulk_changed', () =>
      releaseFileAs(db, who, withExchange(two, conversion, fromPounds())),
    );
    const colleague = await seedColleague(db, who, 'payer');
    await expectRefusalAfterSignIn(db, 'bulk_changed', () =>
      releaseFileAs(db, colleague, withExchange(one, conversion, fromPounds())),
    );
  });

  it('leave the account together with rows of its own currency, and are refused without the money for all', async () => {
    const file = await seedBulkFile(
      db,
      who,
      [`${klaus},100.00,Invoice 1,,`, 'Somchai Prasert,GBP,,450.00,Rent,202959,63748472'],
      { columns: 'name,currency,iban,amount,reference,sort code,account number' },
    );
    await sql`update bulk_payment.row set state = 'ready' where file_id = ${file.uid} and state = 'checking'`.execute(
      db,
    );
    const now = await look(file);
    const conversion = await quote(now);
    const [euros] = withExchange(now, conversion, fromPounds()).totals;
    const sterling = now.totals.find(({ currency }) => currency === 'GBP');
    const both = { ...now, totals: [euros, sterling] as typeof now.totals };
    await expectRefusalAfterSignIn(db, 'insufficient_funds', () => releaseFileAs(db, who, both));
    await releaseFileAs(db, who, { ...now, totals: [euros] as typeof now.totals });
  });

  it('are refused with a later date, in too large a number, or while the market is closed to trade', async () => {
    const dated = await upload(`${klaus},100.00,Invoice 1,${dayAhead(5)}`);
    expect(dated.totals[0]?.exchangeAccounts).toEqual([]);
    await expectRefusalAfterSignIn(db, 'execution_date_invalid', () => quote(dated));
    const file = await invoices();
    await writeSettings(
      db,
      sql`insert into fx.setting (effective_from, quotes_per_minute, batch_payments) values (now(), 60, 1)`,
    );
    const { message } = await expectRefusalAfterSignIn(db, 'limit_exceeded', () => quote(file));
    expect(message).toContain('for 1 payment at most');
    await writeSettings(db, sql`delete from fx.setting where batch_payments = 1`);
    await setMarket(db, 'block');
    await expectRefusalAfterSignIn(db, 'market_closed', () => quote(file));
  });

  it('do not use up the quotes of other payments, but are limited as they are', async () => {
    await writeSettings(db, sql`insert into fx.setting (effective_from, quotes_per_minute) values (now(), 2)`);
    const file = await invoices();
    const { shown } = await quoted(file);
    await releaseFileAs(db, who, shown);
    const other = await upload(`${klaus},7.00,Invoice 3`);
    await quote(other);
    await expectRefusalAfterSignIn(db, 'rate_limited', () => quote(other));
    await writeSettings(db, sql`delete from fx.setting where quotes_per_minute = 2`);
  });

  it('give the rate back if their payment is refused', async () => {
    const { shown } = await quoted(await invoices());
    await releaseFileAs(db, who, shown);
    await sql`update payee.payee set status = 'disabled' where customer_id = ${who.customer.id}`.execute(db);
    await runBulkPayments(db, log);
    expect(await quoteStates()).toEqual([{ state: 'withdrawn', count: 2 }]);
    expect(await balances()).toEqual(['500.00', '500.00']);
  });

  it('count towards the limits of a member as what is sold', async () => {
    const clerk = await restrict(db, await seedColleague(db, who, 'payer'), { daily: '100.00' });
    const file = await seedBulkFile(db, clerk, [`${klaus},100.00,A`, `${klaus},40.00,B`], { columns });
    const { shown } = await quoted(file, clerk);
    await expectRefusalAfterSignIn(db, 'limit_exceeded', () => releaseFileAs(db, clerk, shown));
  });

  it('tell the account that the file names', async () => {
    const file = await upload(`${klaus},100.00,A,,GBP`, `${klaus},40.00,B,,gbp`);
    expect(file.totals).toMatchObject([{ currency: 'EUR', debitCurrency: 'GBP' }]);
    const mixed = await upload(`${klaus},100.00,A 1,,GBP`, `${klaus},40.00,B 1`);
    expect(mixed.totals).toMatchObject([{ debitCurrency: null }]);
  });
});

describe('conversions that colleagues approve', () => {
  let [maker, approver]: TestUser[] = [];
  beforeEach(async () => {
    maker = await seedColleague(db, who, 'maker');
    approver = await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { minAmount: '50.00' });
  });

  async function ask() {
    const by = maker as TestUser;
    const file = await seedBulkFile(db, by, [`${klaus},100.00,Invoice 1`, `${klaus},40.00,Invoice 2`], { columns });
    const { conversion, shown } = await quoted(file, by);
    const asked = await releaseFileAs(db, by, shown);
    return { file: asked, conversion, uid: asked.approvalRequests[0]?.uid ?? '' };
  }

  it('hold the worst case, and are exchanged at the rate of the approval', async () => {
    const { conversion, uid } = await ask();
    const { maxDebit = '' } = conversion.exchange;
    expect(minor(maxDebit)).toBeGreaterThan(minor(conversion.leaves.amount));
    const held = minor('500.00') - minor((await balances())[1] ?? '');
    expect(held).toBe(minor(maxDebit));
    const { details } = await approveAs(db, approver as TestUser, uid);
    expect(details).toContainEqual({ label: expect.stringContaining('at most'), value: `${maxDebit} GBP` });
    await runBulkPayments(db, log);
    expect((await paymentsOf()).map(({ state, quoteState }) => [state, quoteState])).toEqual([
      ['ready', 'used'],
      ['ready', 'used'],
    ]);
    expect(minor('500.00') - minor((await balances())[1] ?? '')).toBe(minor(conversion.leaves.amount));
  });

  it('wait while the rate is worse than what was agreed to', async () => {
    const { file, uid } = await ask();
    await writeSettings(
      db,
      sql`insert into fx.price_rule (sell, buy, tier, margin_bps, fee_minor, max_minor, quote_seconds, off_hours_quote_seconds, effective_from)
        select distinct on (tier) sell, buy, tier, 900, fee_minor, max_minor, quote_seconds, off_hours_quote_seconds, now()
        from fx.price_rule where sell = 'GBP' and buy = 'EUR' order by tier, effective_from desc`,
    );
    await expect(approveAs(db, approver as TestUser, uid)).rejects.toMatchObject({ code: 'rate_moved' });
    expect((await look(file)).counts).toMatchObject({ awaiting_approval: 2 });
    await writeSettings(db, sql`delete from fx.price_rule where margin_bps = 900`);
  });

  it('come back with their money when rejected', async () => {
    const { file, uid } = await ask();
    await rejectAs(db, approver as TestUser, uid);
    expect((await look(file)).counts).toMatchObject({ ready: 2 });
    expect(await balances()).toEqual(['500.00', '500.00']);
  });

  it('are refused if nobody agreed to a worst case', async () => {
    const by = maker as TestUser;
    const file = await seedBulkFile(db, by, [`${klaus},100.00,Invoice 1`], { columns });
    const conversion = await quote(file, by);
    const { maxDebit: _, ...exchange } = conversion.exchange;
    const shown = withExchange(file, { ...conversion, exchange }, fromPounds());
    await expectRefusalAfterSignIn(db, 'bulk_changed', () => releaseFileAs(db, by, shown));
  });
});

import { randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  bookExchange,
  bookPaymentFee,
  fund,
  type RuleTerms,
  seedIntroduced,
  seedPartner,
  seedPartnerRule,
} from '../../../../../test/fixtures/introducer-partner.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { applyStatusReport } from '../../payments/execution/apply-status-report.ts';
import { returnPayment } from '../../payments/incoming/return-payment.ts';
import { enterState } from '../../payments/payment/payment.sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { findBlockers } from '../closure/closure.read.ts';
import { findPartner, type Partner, type StatementRow } from './introducer-partner.sql.ts';
import { issueStatement, partnerShares, payStatement } from './process-partners.ts';
import { readIncome } from './read-income.ts';
import { showPartner } from './show-partner.ts';

const { db } = await createDatabase();
await seedRates(db);

const dayMs = 86_400_000;
const monthStart = (monthsAgo: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1, 12));
};
/** Times ascend, because the accounts of the firm take no earlier booking after a later one. */
let clock = monthStart(3).getTime();
const later = (minutes = 10): Date => {
  clock += minutes * 60_000;
  return new Date(clock);
};
const run = () => runJob(db, partnerShares);

async function statementsOf({ customer }: TestUser): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select * from introducer_partner.statement where partner_id = ${customer.id} order by month`.execute(db);
  return rows;
}

async function sharesOf({ customer }: TestUser): Promise<bigint[]> {
  const { rows } = await sql<{ parts: bigint }>`
    select (income_minor * share_bps)::bigint as parts from introducer_partner.earning
    where partner_id = ${customer.id} order by booked_at, leg`.execute(db);
  return rows.map(({ parts }) => parts);
}

const balanceOf = async (code: string): Promise<bigint> => {
  const { rows } = await sql<{ minor: bigint }>`
    select a.credits_posted - a.debits_posted as minor from ledger.account a join ledger.account_name n on n.account_id = a.id
    where n.code = ${code}`.execute(db);
  return rows[0]?.minor ?? 0n;
};

async function expectBooksInOrder(): Promise<void> {
  for (const [rule, query] of Object.entries(recordsMatchPostings).filter(([name]) =>
    /partner|introducer|given back/.test(name),
  ))
    expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
}

async function seedFriendOf(partner: TestUser, registeredAt = later()) {
  const introduced = await seedIntroduced(db, partner, registeredAt);
  await fund(db, introduced.pounds, 100_000_000n, later());
  await fund(db, introduced.euros, 100_000_000n, later());
  return introduced;
}

async function seedScene(terms: RuleTerms = {}) {
  const { partner, account } = await seedPartner(db, later(), terms);
  return { partner, account, ...(await seedFriendOf(partner)) };
}

describe('a share', () => {
  it('is earned by margin and fees of exchanges, and by fees of payments, once', async () => {
    const { partner, pounds, euros } = await seedScene();
    await bookExchange(db, { from: pounds, to: euros, fee: 20n, spread: 35n, at: later() });
    await bookPaymentFee(db, pounds, 1200n, later());
    await run();
    await run();
    expect(await sharesOf(partner)).toEqual(
      [20n * 2000n, 35n * 2000n, 1200n * 1000n].toSorted((a, b) => Number(a - b)),
    );
    await expectBooksInOrder();
  });

  it('is not earned before the rule, after its last day, before the registration, or by others', async () => {
    const registered = later();
    const partner = await seedCustomer(db, { introducer: true });
    await seedAccount(db, partner);
    const { pounds, euros } = await seedFriendOf(partner, registered);
    const exchange = () => bookExchange(db, { from: pounds, to: euros, fee: 100n, spread: 0n, at: later() });
    await exchange();
    const start = later();
    await seedPartnerRule(db, partner, start, { ends: start.toISOString().slice(0, 10) });
    await exchange();
    clock += 2 * dayMs;
    await exchange();
    const stranger = await seedCustomer(db);
    const [from, to] = [await seedAccount(db, stranger), await seedAccount(db, stranger, { currency: 'EUR' })];
    await fund(db, from, 1_000_000n, later());
    await bookExchange(db, { from, to, fee: 100n, spread: 10n, at: later() });
    await run();
    expect(await sharesOf(partner)).toEqual([100n * 2000n]);
  });

  it('keeps the rule of the moment when the rule changes', async () => {
    const { partner, pounds } = await seedScene({ paymentBps: 1000 });
    await bookPaymentFee(db, pounds, 500n, later());
    await seedPartnerRule(db, partner, later(), { paymentBps: 3000 });
    await bookPaymentFee(db, pounds, 500n, later());
    await run();
    expect(await sharesOf(partner)).toEqual([500n * 1000n, 500n * 3000n]);
  });

  it('ends after the months of a customer', async () => {
    const { partner } = await seedPartner(db, later(), { months: 1 });
    const old = await seedFriendOf(partner, new Date(clock - 40 * dayMs));
    const young = await seedFriendOf(partner, new Date(clock - 10 * dayMs));
    await bookPaymentFee(db, old.pounds, 700n, later());
    await bookPaymentFee(db, young.pounds, 300n, later());
    await run();
    expect(await sharesOf(partner)).toEqual([300n * 1000n]);
  });

  it('is not earned by a customer who is the partner or shares something with them, until an appeal is accepted', async () => {
    const { partner, referralId, pounds } = await seedScene();
    const move = (state: string, reason: string | null, at: Date) =>
      sql`insert into referral.transition (referral_id, seq, state, actor_kind, reason, at)
        select ${referralId}, max(seq) + 1, ${state}, 'system', ${reason}, ${at} from referral.transition where referral_id = ${referralId}`.execute(
        db,
      );
    await move('not_eligible', 'shared_device', later());
    await bookPaymentFee(db, pounds, 500n, later());
    await run();
    expect(await sharesOf(partner)).toEqual([]);
    await move('registered', null, later());
    await bookPaymentFee(db, pounds, 400n, later());
    await move('not_eligible', 'deadline_passed', later());
    await bookPaymentFee(db, pounds, 300n, later());
    await run();
    expect(await sharesOf(partner)).toEqual([400n * 1000n, 300n * 1000n]);
  });
});

describe('a statement', () => {
  beforeAll(() => {
    clock = Math.max(clock, monthStart(2).getTime());
  });

  it('is made once for each month that is over, and paid once, however often the job runs and in how many processes', async () => {
    const { partner, account, pounds, euros } = await seedScene();
    await bookPaymentFee(db, pounds, 100_000n, later());
    await bookExchange(db, { from: pounds, to: euros, fee: 0n, spread: 10_000n, at: later() });
    const cost = await balanceOf('introducer-cost:GBP');
    await Promise.all(Array.from({ length: 4 }, run));
    for (let i = 0; i < 4; i += 1) await run();
    const [first, ...others] = await statementsOf(partner);
    // 10% of 1,000.00 GBP, and 20% of 100.00 EUR at 0.8706.
    expect(first).toMatchObject({ state: 'paid', shareMinor: 11_741n, totalMinor: 11_741n, accountId: account.id });
    expect(others.every(({ state, totalMinor }) => state === 'carried' && totalMinor === 0n)).toBe(true);
    expect(await balanceOf(`customer:${partner.customer.id}:GBP`)).toBe(11_741n);
    expect(cost - (await balanceOf('introducer-cost:GBP'))).toBe(11_741n);
    await expectBooksInOrder();
  });

  it('is carried forward below the minimum, and never debited below zero', async () => {
    const { partner, pounds } = await seedScene({ paymentBps: 1000 });
    await bookPaymentFee(db, pounds, 10_000n, later());
    await run();
    const [small] = await statementsOf(partner);
    expect(small).toMatchObject({ state: 'carried', totalMinor: 1000n });
    expect(await balanceOf(`customer:${partner.customer.id}:GBP`)).toBe(0n);
    await expectBooksInOrder();
  });

  it('is limited by the cap of the month', async () => {
    const { partner, pounds } = await seedScene({ cap: 3000n });
    await bookPaymentFee(db, pounds, 100_000n, later());
    await run();
    await run();
    expect((await statementsOf(partner))[0]).toMatchObject({
      shareMinor: 10_000n,
      capMinor: 3000n,
      totalMinor: 3000n,
      state: 'paid',
    });
    await expectBooksInOrder();
  });

  it('that is the last one pays less than the minimum', async () => {
    const { partner, pounds } = await seedScene({ ends: later(0).toISOString().slice(0, 10) });
    await bookPaymentFee(db, pounds, 1000n, later());
    await run();
    expect((await statementsOf(partner))[0]).toMatchObject({ isFinal: true, state: 'paid', totalMinor: 100n });
  });

  it('waits for an account that can receive it, and says so once', async () => {
    const { partner, account, pounds } = await seedScene();
    await bookPaymentFee(db, pounds, 100_000n, later());
    await sql`update bank_account.account set status = 'frozen' where id = ${account.id}`.execute(db);
    await run();
    const again = () =>
      sql`update introducer_partner.statement set next_check_at = now() where state = 'due' and partner_id = ${partner.customer.id}`.execute(
        db,
      );
    await again();
    await run();
    expect((await statementsOf(partner))[0]).toMatchObject({ state: 'due', reason: 'account_restricted' });
    const told = await sql`select from platform.event where topic = 'introducer_partner.statement_changed'
      and payload ->> 'customerId' = ${partner.customer.id} and payload ->> 'reason' = 'account_restricted'`.execute(
      db,
    );
    expect(told.rows).toHaveLength(1);
    await sql`update bank_account.account set status = 'active' where id = ${account.id}`.execute(db);
    await again();
    await run();
    expect((await statementsOf(partner))[0]).toMatchObject({ state: 'paid', reason: null });
  });

  it('is made and paid once if the process ends in or between the steps', async () => {
    const { partner, pounds } = await seedScene();
    await bookPaymentFee(db, pounds, 100_000n, later());
    const money = () => balanceOf(`customer:${partner.customer.id}:GBP`);
    const crash = () => Promise.reject(new Error('crash'));
    await runJob(db, defineJob({ name: 'read', everySeconds: 1, run: readIncome }));
    const issue = (ctx: Ctx<SystemActor>) => issueStatement(ctx, partnerRow);
    const partnerRow = (await inTransaction(db, (tx) => findPartner(tx, partner.customer.id))) as Partner;
    await expect(asSystem(db, (ctx) => issue(ctx).then(crash))).rejects.toThrow('crash');
    expect(await statementsOf(partner)).toEqual([]);
    await asSystem(db, issue);
    const [due] = await statementsOf(partner);
    if (due?.state !== 'due') throw new Error('the statement is not due');
    await expect(asSystem(db, (ctx) => payStatement(ctx, due).then(crash))).rejects.toThrow('crash');
    expect([(await statementsOf(partner))[0]?.state, await money()]).toEqual(['due', 0n]);
    await run();
    await run();
    expect(await money()).toBe(10_000n);
    await expect(asSystem(db, (ctx) => payStatement(ctx, due))).rejects.toThrow('final');
    expect(await money()).toBe(10_000n);
    await expectBooksInOrder();
  });

  it('is made at once when the partner closes the account, and nothing is earned afterwards', async () => {
    const { partner, pounds } = await seedScene();
    await sql`update introducer_partner.partner set next_month = date_trunc('month', now() at time zone 'Europe/London')::date where id = ${partner.customer.id}`.execute(
      db,
    );
    await bookPaymentFee(db, pounds, 5000n, later());
    await run();
    expect(await statementsOf(partner)).toEqual([]);
    const blockers = async () =>
      (await inTransaction(db, (tx) => findBlockers(tx, partner.customer.id))).map(({ kind }) => kind);
    expect(await blockers()).toEqual([]);
    await sql`insert into customer.status_transition (customer_id, seq, state, actor_kind, state_reason)
      select ${partner.customer.id}, coalesce(max(seq), 0) + 1, 'closing', 'customer', 'closing_requested'
      from customer.status_transition where customer_id = ${partner.customer.id}`.execute(db);
    await setAccountStatus(db, partner, 'closing');
    expect(await blockers()).toEqual(['partner_share']);
    await run();
    expect(await blockers()).toEqual([]);
    expect(await statementsOf(partner)).toMatchObject([{ isFinal: true, state: 'paid', totalMinor: 500n }]);
    await bookPaymentFee(db, pounds, 5000n);
    await run();
    expect(await statementsOf(partner)).toHaveLength(1);
    await expectBooksInOrder();
  });

  it('shows the partner shares, names and numbers of deals only', async () => {
    const { partner, pounds, euros } = await seedScene();
    await sql`update introducer_partner.partner set next_month = date_trunc('month', now() at time zone 'Europe/London')::date where id = ${partner.customer.id}`.execute(
      db,
    );
    await bookExchange(db, { from: pounds, to: euros, fee: 5000n, spread: 10_000n, at: later() });
    await run();
    const shown = await inTransaction(db, () => asCustomer(db, partner).run(showPartner, {}));
    expect(shown?.soFar?.lines).toEqual([
      { name: 'Anong S.', product: 'exchange', deals: 1, share: { amount: '27.41', currency: 'GBP' } },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/Srisuk|balance|counterparty|100\.00/);
  });
});

describe('a payment that comes back', () => {
  it('takes back the share of its fee, at the rule of the payment, also when the account has closed', async () => {
    const { partner } = await seedPartner(db, new Date(Date.now() - dayMs));
    const { friend } = await seedIntroduced(db, partner, new Date(Date.now() - dayMs));
    const account = await seedAccount(db, friend, { balance: '100.00' });
    const payee = await seedPayee(db, friend);
    const session = await seedSession(db, friend);
    // Those of the referral would make the payments free.
    await sql`update payment.fee_waiver set status = 'expired' where customer_id = ${friend.customer.id}`.execute(db);
    const pay = async () => {
      const order = toPaymentOrder(account, payee, { idempotency: v7(), confirmDuplicate: true });
      const authorised = await seedPaymentAuthorisation(db, friend, order, session);
      const payment = await inTransaction(db, (tx, now) =>
        sendGbp({ tx, now, actor: inSession(friend, session), requestId: 'test' }, authorised),
      );
      await inTransaction(db, (tx) => enterState(tx, payment.uid, { state: 'submitted' }));
      await asSystem(db, (ctx) =>
        applyStatusReport(ctx, { id: payment.uid, attempt: 1 }, { document: '<answer/>', status: 'settled' }),
      );
      return payment;
    };
    const giveBack = (reference: string) =>
      asSystem(db, (ctx) =>
        returnPayment(ctx, {
          eventId: randomUUID(),
          sequence: 1,
          at: ctx.now,
          kind: 'return',
          instructionId: reference,
          amount: money('GBP', 25_00n),
          reasonCode: 'AC04',
          reasonText: '',
          railReference: randomUUID(),
          bookedAt: ctx.now,
          document: '<return/>',
        }),
      );
    const [first, second] = [await pay(), await pay()];
    await run();
    await seedPartnerRule(db, partner, new Date(), { paymentBps: 4000 });
    await giveBack(first.reference);
    await sql`update bank_account.account set status = 'closed' where id = ${account.id}`.execute(db);
    await giveBack(second.reference);
    await run();
    expect(await sharesOf(partner)).toEqual([50n * 1000n, 50n * 1000n, -50n * 1000n, -50n * 1000n]);
    await expectBooksInOrder();
  });
});

import { randomUUID } from 'node:crypto';
import type { CardAuthorisation, CardIssuerReport, CardPaymentReport } from '@larkmere/contract/cards/card-issuer';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedUser,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  type AuthorisationOverrides,
  authorisationOf,
  reportOf,
  seedPayingCard,
} from '../../../../../test/fixtures/card-payment.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { findBlockers } from '../../customers/closure/closure.read.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ctx, RailActor } from '../../platform/requests/verb.ts';
import { authoriseCardPayment } from './authorise.ts';
import { selectUsage } from './card-payment.sql.ts';
import { listCardPayments, showCardPayment, showCardUsage } from './card-payment.view.ts';
import { receiveIssuerEvent } from './receive-event.ts';

const { db } = await createDatabase();

let who: TestUser;
let account: BankAccount;
let cardId: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '500.00' });
  cardId = await seedPayingCard(db, who, account);
  await seedRates(db);
});

/** Whatever happened, the books are balanced and agree with the payments. */
afterEach(async () => {
  expect(await findViolations(db)).toEqual([]);
  for (const [rule, query] of Object.entries(recordsMatchPostings))
    expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
});

const actor: RailActor = { kind: 'rail', ip: '127.0.0.1' };
const asRail = <T>(work: (ctx: Ctx<RailActor>) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: randomUUID() }));

const decide = (request: CardAuthorisation) => asRail((ctx) => authoriseCardPayment(ctx, request));
const pay = async (amount: string, over: AuthorisationOverrides = {}) => {
  const request = authorisationOf(cardId, amount, over);
  return { request, answer: await decide(request) };
};
const send = (report: CardIssuerReport, eventId: string = randomUUID()) =>
  asRail((ctx) => receiveIssuerEvent(ctx, { eventId, at: new Date().toISOString(), report }));
const euros = (amount: string) => ({ amount, currency: 'EUR' as const });
const paymentOf = (id: string) =>
  db.selectFrom('card_payment.payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const view = (id: string) => asCustomer(db, who).run(showCardPayment, { id });
const firmBalance = async (code: string): Promise<bigint> => {
  const { rows } = await sql<{ minor: bigint }>`
    select a.credits_posted - a.debits_posted as minor from ledger.account a join ledger.account_name n on n.account_id = a.id
    where n.code = ${code}`.execute(db);
  return rows[0]?.minor ?? 0n;
};
/** How balances of the firm change while something happens. */
async function changesOf(codes: readonly string[], work: () => Promise<unknown>): Promise<string[]> {
  const before = await Promise.all(codes.map(firmBalance));
  await work();
  const after = await Promise.all(codes.map(firmBalance));
  return codes.map((code, i) => `${code} ${(after[i] ?? 0n) - (before[i] ?? 0n)}`);
}
const eventsOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select payload->>'step' || ' ' || (payload->>'amount') as text from platform.event
    where topic = 'card_payment.changed' and payload->>'paymentId' = ${id} order by id`.execute(db);
  return rows.map(({ text }) => text);
};

describe('a decision', () => {
  it('approves what the account has, and holds it', async () => {
    const { request, answer } = await pay('6.78');
    expect(answer).toEqual({ decision: 'approved', approved: '6.78', declineCode: null });
    expect(await balancesOf(db, account)).toEqual(['500.00', '493.22']);
    expect(await eventsOf(request.paymentId)).toEqual(['authorised 6.78']);
    expect(await view(request.paymentId)).toMatchObject({
      state: 'authorised',
      amount: { amount: '6.78', currency: 'GBP' },
      held: { amount: '6.78' },
      exchange: null,
      timeline: [{ step: 'authorised', amount: { amount: '6.78' } }],
    });
  });

  it('gives the same request the same answer, and holds once', async () => {
    const { request, answer } = await pay('100.00');
    expect(await Promise.all([decide(request), decide(request)])).toEqual([answer, answer]);
    expect(await balancesOf(db, account)).toEqual(['500.00', '400.00']);
  });

  it('holds what another currency costs with margin and fee', async () => {
    const { request, answer } = await pay('12.50', { billing: euros('12.50') });
    expect(answer).toMatchObject({ decision: 'approved', approved: '12.50' });
    const shown = await view(request.paymentId);
    const rate = Number(shown.exchange?.rate.rate);
    const [converted, fee] = [Math.ceil((12.5 / rate) * 100) / 100, shown.exchange?.fee.amount];
    expect(rate).toBeLessThan(1 / 0.8706);
    expect(fee).toBe('0.05');
    expect(Number(shown.amount.amount)).toBeCloseTo(converted + 0.05, 1);
    expect(shown.original).toEqual({ amount: '12.50', currency: 'EUR' });
    expect((await balancesOf(db, account))[1]).toBe((500 - Number(shown.amount.amount)).toFixed(2));
  });

  it('declines more than the account has, or approves a part where that is allowed', async () => {
    expect((await pay('500.01')).answer).toEqual({
      decision: 'declined',
      approved: '0.00',
      declineCode: 'insufficient_funds',
    });
    expect((await pay('600.00', { partialAllowed: true })).answer).toEqual({
      decision: 'approved',
      approved: '500.00',
      declineCode: null,
    });
    expect((await pay('1.00', { partialAllowed: true })).answer).toMatchObject({ declineCode: 'insufficient_funds' });
    expect(await balancesOf(db, account)).toEqual(['500.00', '0.00']);
  });

  it('approves the largest part of another currency that the account can pay', async () => {
    const { request, answer } = await pay('900.00', { billing: euros('900.00'), partialAllowed: true });
    const [, available] = await balancesOf(db, account);
    expect(answer.decision).toBe('approved');
    expect(Number(available)).toBeLessThan(0.02);
    expect((await paymentOf(request.paymentId)).heldMinor).toBe(BigInt(answer.approved.replace('.', '')));
  });

  it('adds an increment to the hold', async () => {
    const { request } = await pay('30.00');
    const more = {
      ...request,
      requestId: randomUUID(),
      kind: 'increment' as const,
      billing: { amount: '12.00', currency: 'GBP' as const },
    };
    expect(await decide(more)).toMatchObject({ decision: 'approved', approved: '12.00' });
    expect(await balancesOf(db, account)).toEqual(['500.00', '458.00']);
    expect(await eventsOf(request.paymentId)).toEqual(['authorised 30.00', 'increased 12.00']);
  });

  it('holds nothing for a verification', async () => {
    const { request, answer } = await pay('0.00', { kind: 'verification' });
    expect(answer.decision).toBe('approved');
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
    expect((await view(request.paymentId)).state).toBe('verified');
  });

  it('approves nothing after the time to answer', async () => {
    const late = new Date(Date.now() - 1).toISOString();
    const { request, answer } = await pay('5.00', { answerBy: late });
    expect(answer).toMatchObject({ decision: 'declined', declineCode: 'not_available' });
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
    expect(await eventsOf(request.paymentId)).toEqual([]);
  });

  it('is refused by the database if it approves after the time to answer', async () => {
    const { request } = await pay('5.00');
    const late = db
      .insertInto('card_payment.decision')
      .values({
        requestId: randomUUID(),
        paymentId: request.paymentId,
        cardId,
        kind: 'payment',
        askedAt: new Date(),
        answerBy: new Date(Date.now() - 1000),
        askedMinor: 1n,
        approvedMinor: 1n,
        decision: 'approved',
      })
      .execute();
    await expect(late).rejects.toMatchObject({ constraint: 'approved_in_time' });
  });

  const states = {
    card_inactive: { state: 'inactive' },
    card_frozen: { state: 'frozen' },
    card_stopped: { state: 'stopped' },
    card_blocked: { state: 'blocked' },
    card_expired: { expiryYear: 2025 },
    over_payment_limit: { perPaymentMinor: 999n },
    channel_off: { contactless: false },
  } as const;
  it.each(Object.entries(states))('declines with %s', async (code, over) => {
    cardId = await seedPayingCard(db, who, account, over);
    const { request, answer } = await pay('10.00');
    expect(answer).toEqual({ decision: 'declined', approved: '0.00', declineCode: code });
    const shown = await view(request.paymentId);
    expect(shown).toMatchObject({ state: 'declined', amount: { amount: '10.00' }, declineCode: code });
    expect(shown.reason).toMatch(/^Nothing was taken\. /);
    expect(await eventsOf(request.paymentId)).toEqual(['declined 10.00']);
  });

  it('counts what was approved today against the limit of the day', async () => {
    cardId = await seedPayingCard(db, who, account, { perPaymentMinor: 5000n, dailyMinor: 8000n });
    expect((await pay('50.00')).answer.decision).toBe('approved');
    expect((await pay('30.01')).answer.declineCode).toBe('over_daily_limit');
    expect((await pay('30.00')).answer.decision).toBe('approved');
    expect((await pay('0.01')).answer.declineCode).toBe('over_daily_limit');
    const { today, month } = await asCustomer(db, who).run(showCardUsage, { cardId });
    expect([today.amount, month.amount]).toEqual(['80.00', '80.00']);
    await sql`update card_payment.payment set counted_at = now() - interval '1 day' where card_id = ${cardId}`.execute(
      db,
    );
    expect((await asCustomer(db, who).run(showCardUsage, { cardId })).today.amount).toBe('0.00');
    expect((await pay('50.00')).answer.decision).toBe('approved');
  });

  /** Whether a payment of 80.00 counts today and this month, by the clock in London. */
  it.each([
    { paid: '2026-01-10T23:59:59Z', at: '2026-01-11T00:00:00Z', today: 0n, month: 8000n },
    { paid: '2026-01-11T00:00:00Z', at: '2026-01-11T23:59:59Z', today: 8000n, month: 8000n },
    { paid: '2026-01-31T23:59:59Z', at: '2026-02-01T00:00:00Z', today: 0n, month: 0n },
    { paid: '2026-02-01T00:00:00Z', at: '2026-02-01T00:00:01Z', today: 8000n, month: 8000n },
    { paid: '2026-06-30T22:59:59Z', at: '2026-06-30T23:00:00Z', today: 0n, month: 0n },
    { paid: '2026-06-30T23:00:00Z', at: '2026-07-01T12:00:00Z', today: 8000n, month: 8000n },
    { paid: '2026-07-01T12:00:00Z', at: '2026-07-31T22:59:59Z', today: 0n, month: 8000n },
    { paid: '2028-02-01T00:00:00Z', at: '2028-02-29T23:59:59Z', today: 0n, month: 8000n },
  ])('counts what was paid at $paid until $at', async ({ paid, at, today, month }) => {
    cardId = await seedPayingCard(db, who, account);
    await pay('80.00');
    await sql`update card_payment.payment set counted_at = ${paid} where card_id = ${cardId}`.execute(db);
    const usage = await inTransaction(db, (tx) => selectUsage(tx, cardId, sql<Date>`${at}::timestamptz`));
    expect(usage).toEqual({ today, month });
  });

  it('declines abroad and channels that are off', async () => {
    const paris = { name: 'Boulangerie', city: 'Paris', country: 'FR', category: '5462' };
    expect((await pay('3.00', { merchant: paris })).answer.decision).toBe('approved');
    cardId = await seedPayingCard(db, who, account, { abroad: false, magstripe: false });
    expect((await pay('3.00', { merchant: paris })).answer.declineCode).toBe('channel_off');
    expect((await pay('3.00', { channel: 'magstripe' })).answer.declineCode).toBe('channel_off');
    expect((await pay('3.00', { channel: 'chip' })).answer.decision).toBe('approved');
  });

  it('declines for an account that must not pay by card', async () => {
    await setAccountStatus(db, who, 'restricted');
    expect((await pay('3.00')).answer.declineCode).toBe('account_restricted');
  });

  it('declines another currency without a fresh rate, and an unknown card', async () => {
    await sql`update rate.latest set confirmed_at = now() - interval '1 hour', valid_until = now() - interval '1 second'`.execute(
      db,
    );
    expect((await pay('3.00', { billing: euros('3.00') })).answer.declineCode).toBe('not_available');
    expect((await decide(authorisationOf(randomUUID(), '3.00'))).declineCode).toBe('wrong_details');
  });

  it('refuses amounts that the currency does not have, and bills that we do not settle', async () => {
    await expectRefusal(db, 'validation_failed', () => pay('3.001'));
    await expectRefusal(db, 'validation_failed', () => pay('3', { billing: { amount: '300', currency: 'JPY' } }));
  });
});

describe('at once', () => {
  it('never approves more than the balance or the limits', async () => {
    cardId = await seedPayingCard(db, who, account, { dailyMinor: 100_000n, perPaymentMinor: 5000n });
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay('27.00')));
    const approved = answers.filter(({ answer }) => answer.decision === 'approved').length;
    expect(approved).toBe(18);
    expect(await balancesOf(db, account)).toEqual(['500.00', '14.00']);
    const other = await seedAccount(db, who, { balance: '5000.00' });
    cardId = await seedPayingCard(db, who, other, { perPaymentMinor: 10_000n, dailyMinor: 95_000n });
    const more = await Promise.all(Array.from({ length: 50 }, () => pay('100.00')));
    expect(more.filter(({ answer }) => answer.decision === 'approved').length).toBe(9);
    expect(await balancesOf(db, other)).toEqual(['5000.00', '4100.00']);
  });

  it('decides for two cards of one account without spending more than it has', async () => {
    const second = await seedPayingCard(db, who, account);
    const requests = Array.from({ length: 20 }, (_, i) => authorisationOf(i % 2 ? second : cardId, '60.00'));
    const answers = await Promise.allSettled(requests.map(decide));
    const approved = answers.filter((each) => each.status === 'fulfilled' && each.value.decision === 'approved').length;
    expect(approved).toBeLessThanOrEqual(8);
    expect(await balancesOf(db, account)).toEqual(['500.00', (500 - 60 * approved).toFixed(2)]);
  });
});

describe('a report', () => {
  it('books what was cleared and releases the rest', async () => {
    const { request } = await pay('50.00');
    const changes = await changesOf(['clearing:card:GBP'], () => send(reportOf(request, 1, { cleared: '42.50' })));
    expect(changes).toEqual(['clearing:card:GBP 4250']);
    expect(await balancesOf(db, account)).toEqual(['457.50', '457.50']);
    expect((await view(request.paymentId)).timeline.map(({ step, amount }) => `${step} ${amount.amount}`)).toEqual([
      'authorised 50.00',
      'cleared 42.50',
      'partly_released 7.50',
    ]);
    const { rows } = await sql`select kind, counterparty, description from accounting.narrative
      where reference = ${(await paymentOf(request.paymentId)).reference}`.execute(db);
    expect(rows).toEqual([
      { kind: 'card', counterparty: 'Pepperpot Kitchen', description: 'Pepperpot Kitchen, London' },
    ]);
  });

  it('changes nothing when it is repeated, or arrives after a later one', async () => {
    const { request } = await pay('50.00');
    const [first, second] = [reportOf(request, 1, { held: '50.00' }), reportOf(request, 2, { cleared: '50.00' })];
    const eventId = randomUUID();
    expect(await send(second, eventId)).toEqual({ applied: true });
    expect(await send(second, eventId)).toEqual({ applied: false });
    expect(await send(second)).toEqual({ applied: false });
    expect(await send(first)).toEqual({ applied: false });
    expect(await balancesOf(db, account)).toEqual(['450.00', '450.00']);
  });

  it('releases what was reversed, and gives back what was refunded', async () => {
    const reversed = await pay('20.00');
    await send(reportOf(reversed.request, 1));
    expect((await view(reversed.request.paymentId)).state).toBe('released');
    const { request } = await pay('30.00');
    await send(reportOf(request, 1, { cleared: '30.00' }));
    await send(reportOf(request, 2, { cleared: '30.00', refunded: '10.00' }));
    expect(await balancesOf(db, account)).toEqual(['480.00', '480.00']);
    await send(reportOf(request, 3, { cleared: '30.00', refunded: '30.00' }));
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
    expect(await view(request.paymentId)).toMatchObject({ state: 'refunded', refunded: { amount: '30.00' } });
    expect(await eventsOf(request.paymentId)).toEqual([
      'authorised 30.00',
      'cleared 30.00',
      'refunded 10.00',
      'refunded 20.00',
    ]);
  });

  it('books another currency over the position, with margin and fee, and gives all of it back', async () => {
    const codes = [
      'clearing:card:EUR',
      'position:GBP',
      'position:EUR',
      'fee-income:card-fx:GBP',
      'fx-spread:EUR',
      'fx-rounding:EUR',
    ];
    const before = await Promise.all(codes.map(firmBalance));
    const { request } = await pay('100.00', { billing: euros('100.00') });
    await sql`update rate.latest set per_euro = per_euro * 2 where currency = 'GBP'`.execute(db);
    await send(reportOf(request, 1, { held: '60.00', cleared: '40.00' }));
    await send(reportOf(request, 2, { cleared: '100.00' }));
    const shown = await view(request.paymentId);
    const [balance, available] = await balancesOf(db, account);
    expect([balance, available]).toEqual([available, (500 - Number(shown.amount.amount)).toFixed(2)]);
    const after = await Promise.all(codes.map(firmBalance));
    expect((after[0] ?? 0n) - (before[0] ?? 0n)).toBe(10_000n);
    expect((after[3] ?? 0n) - (before[3] ?? 0n)).toBe(44n);
    const { rows } = await sql<{ description: string }>`select description from accounting.narrative
      where reference = ${(await paymentOf(request.paymentId)).reference} order by description`.execute(db);
    expect(rows[0]?.description).toMatch(/^Pepperpot Kitchen, London · 40\.00 EUR at 1\.\d{4}, fee 0\.17 GBP$/);
    await send(reportOf(request, 3, { cleared: '100.00', refunded: '100.00' }));
    expect(await Promise.all(codes.map(firmBalance))).toEqual(before);
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('opens a payment that a merchant presented without asking', async () => {
    const request = authorisationOf(cardId, '15.00');
    await send(reportOf(request, 1, { cleared: '15.00', decidedBy: 'none' }));
    expect(await balancesOf(db, account)).toEqual(['485.00', '485.00']);
    expect(await eventsOf(request.paymentId)).toEqual(['cleared 15.00']);
    const refund = authorisationOf(cardId, '4.00');
    await send(reportOf(refund, 1, { refunded: '4.00', decidedBy: 'none' }));
    expect(await balancesOf(db, account)).toEqual(['489.00', '489.00']);
  });

  it('books at the newest rate when no rate is fresh', async () => {
    await sql`update rate.latest set confirmed_at = now() - interval '1 hour', valid_until = now() - interval '1 second'`.execute(
      db,
    );
    const request = authorisationOf(cardId, '15.00', { billing: euros('15.00') });
    await send(reportOf(request, 1, { cleared: '15.00', decidedBy: 'none' }));
    expect(Number((await balancesOf(db, account))[0])).toBeLessThan(488);
  });

  it('opens a payment that the stand-in held and released before the first report', async () => {
    const request = authorisationOf(cardId, '15.00');
    expect(await send(reportOf(request, 1, { decidedBy: 'stand_in' }))).toEqual({ applied: true });
    expect((await view(request.paymentId)).state).toBe('verified');
  });

  it('follows the stand-in, whichever way it decided in our place', async () => {
    const approved = await pay('25.00', { answerBy: new Date(Date.now() - 1).toISOString() });
    await send(reportOf(approved.request, 1, { held: '25.00', decidedBy: 'stand_in' }));
    expect(await balancesOf(db, account)).toEqual(['500.00', '475.00']);
    expect(await eventsOf(approved.request.paymentId)).toEqual(['authorised 25.00']);
    const declined = await pay('40.00');
    await send(reportOf(declined.request, 1, { decidedBy: 'stand_in', declineCode: 'not_available' }));
    expect(await balancesOf(db, account)).toEqual(['500.00', '475.00']);
    expect((await view(declined.request.paymentId)).state).toBe('declined');
  });

  it('keeps an increment that was approved after its moment', async () => {
    const { request } = await pay('30.00');
    const at = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const more = { ...authorisationOf(cardId, '10.00'), paymentId: request.paymentId, kind: 'increment' as const };
    await decide(more);
    await send(reportOf(request, 1, { held: '30.00', at: at.toISOString() }));
    expect(await balancesOf(db, account)).toEqual(['500.00', '460.00']);
    await send(reportOf(request, 2, { held: '40.00' }));
    expect(await balancesOf(db, account)).toEqual(['500.00', '460.00']);
  });

  it('is refused for a card that is not ours, and left to staff for another card than before', async () => {
    const { request } = await pay('3.00');
    await expectRefusal(db, 'not_found', () => send(reportOf({ ...request, cardId: randomUUID() }, 1)));
    const other = await seedPayingCard(db, who, account);
    const report = reportOf({ ...request, cardId: other }, 1, { cleared: '3.00' });
    expect(await send(report)).toEqual({ applied: false });
    expect(await balancesOf(db, account)).toEqual(['500.00', '497.00']);
    const { rows } = await sql<{ detail: object }>`
      select detail from platform.audit where entity = ${`card-payment:${request.paymentId}`} and action = 'partner.contradiction'`.execute(
      db,
    );
    expect(rows).toMatchObject([{ detail: { field: 'card', expected: cardId, reported: other } }]);
  });
});

describe('more than the account has', () => {
  const short = async (): Promise<CardPaymentReport> => {
    const request = authorisationOf(cardId, '600.00');
    const report = reportOf(request, 1, { cleared: '600.00', decidedBy: 'none' });
    const changes = await changesOf(['clearing:card:GBP', 'card-shortfall:GBP'], () => send(report));
    expect(changes).toEqual(['clearing:card:GBP 60000', 'card-shortfall:GBP -10000']);
    return report;
  };

  it('is owed by the customer, and the card is stopped', async () => {
    const { paymentId } = await short();
    expect(await balancesOf(db, account)).toEqual(['0.00', '0.00']);
    expect((await view(paymentId)).shortfall).toEqual({
      missing: { amount: '100.00', currency: 'GBP' },
      open: { amount: '100.00', currency: 'GBP' },
    });
    const card = await db.selectFrom('issued_card.card').selectAll().where('id', '=', cardId).executeTakeFirstOrThrow();
    expect([card.state, card.stopReason]).toEqual(['stopped', 'payment_shortfall']);
    expect((await pay('1.00')).answer.declineCode).toBe('card_stopped');
  });

  it('is paid by a refund of the same payment first', async () => {
    const report = await short();
    await send({ ...report, sequence: 2, refunded: '150.00' });
    expect(await balancesOf(db, account)).toEqual(['50.00', '50.00']);
    expect((await view(report.paymentId)).shortfall?.open.amount).toBe('0.00');
  });
});

describe('a report that contradicts what we know', () => {
  const contradictionsOf = async (id: string) => {
    const { rows } = await sql<{
      detail: object;
    }>`select detail from platform.audit where action = 'partner.contradiction'
      and entity = ${`card-payment:${id}`}`.execute(db);
    return rows.map(({ detail }) => detail);
  };

  it.each<[string, object, object]>([
    [
      'more given back than was taken',
      { cleared: '30.00', refunded: '30.01' },
      { field: 'refunded', expected: 'at most 30.00 GBP', reported: '30.01 GBP' },
    ],
    [
      'money given back that was never taken',
      { cleared: '0.00', refunded: '30.00' },
      { field: 'refunded', expected: 'at most 0.00 GBP', reported: '30.00 GBP' },
    ],
    ['another currency', { billingCurrency: 'EUR', cleared: '30.00' }, { field: 'currency', reported: 'EUR' }],
  ])('moves nothing and goes to staff, before and after the genuine one: %s', async (_, wrong, versions) => {
    const { request } = await pay('30.00');
    const report = (sequence: number, totals: object) => send(reportOf(request, sequence, totals));
    expect(await report(99, wrong)).toEqual({ applied: false });
    expect(await balancesOf(db, account)).toEqual(['500.00', '470.00']);
    expect(await contradictionsOf(request.paymentId)).toMatchObject([versions]);
    expect(await report(2, { cleared: '30.00' })).toEqual({ applied: true });
    expect(await balancesOf(db, account)).toEqual(['470.00', '470.00']);
    await report(98, wrong);
    expect(await balancesOf(db, account)).toEqual(['470.00', '470.00']);
    expect(await report(3, { cleared: '30.00', refunded: '30.00' })).toEqual({ applied: true });
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
    expect(await contradictionsOf(request.paymentId)).toHaveLength(1);
  });

  it('is a report with other totals under a known number', async () => {
    const { request } = await pay('30.00');
    const report = (totals: object) => send(reportOf(request, 2, totals));
    expect(await report({ cleared: '30.00' })).toEqual({ applied: true });
    for (const _ of [1, 2]) expect(await report({ cleared: '30.00' })).toEqual({ applied: false });
    expect(await contradictionsOf(request.paymentId)).toEqual([]);
    expect(await report({ cleared: '29.00' })).toEqual({ applied: false });
    expect(await balancesOf(db, account)).toEqual(['470.00', '470.00']);
    expect(await contradictionsOf(request.paymentId)).toMatchObject([
      { field: 'report 2', expected: '30.00 cleared, 0.00 refunded', reported: '29.00 cleared, 0.00 refunded' },
    ]);
  });

  it('is another report under the id of an earlier one', async () => {
    const { request } = await pay('30.00');
    const eventId = randomUUID();
    expect(await send(reportOf(request, 1, { cleared: '20.00' }), eventId)).toEqual({ applied: true });
    expect(await send(reportOf(request, 2, { cleared: '30.00' }), eventId)).toEqual({ applied: false });
    expect(await balancesOf(db, account)).toEqual(['480.00', '480.00']);
    const { rows } = await sql`select from platform.audit where action = 'partner.contradiction'
      and entity = ${`card-event:${eventId}`}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await send(reportOf(request, 2, { cleared: '30.00' }))).toEqual({ applied: true });
  });

  it('is another question under the number of an answered one, which approves nothing', async () => {
    const { request } = await pay('30.00');
    expect(await decide(request)).toMatchObject({ decision: 'approved', approved: '30.00' });
    const other = { ...request, billing: { ...request.billing, amount: '31.00' } };
    expect(await decide(other)).toMatchObject({ decision: 'declined', approved: '0.00' });
    expect(await balancesOf(db, account)).toEqual(['500.00', '470.00']);
    expect(await contradictionsOf(request.paymentId)).toMatchObject([
      { field: 'amount', expected: '30.00', reported: '31.00' },
    ]);
  });
});

describe('a list', () => {
  it('shows payments newest first, page by page', async () => {
    for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00']) await pay(amount);
    const first = await asCustomer(db, who).run(listCardPayments, { cardId, size: 3 });
    expect(first.list.map(({ amount }) => amount.amount)).toEqual(['5.00', '4.00', '3.00']);
    const second = await asCustomer(db, who).run(listCardPayments, { cardId, size: 3, cursor: first.next ?? '' });
    expect([second.list.map(({ amount }) => amount.amount), second.next]).toEqual([['2.00', '1.00'], null]);
  });

  it('is hidden from a cardholder who does not carry the card', async () => {
    const { request } = await pay('1.00');
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer, { role: 'cardholder' }) };
    await expectRefusal(db, 'not_found', () => asCustomer(db, colleague).run(listCardPayments, { cardId, size: 3 }));
    await expectRefusal(db, 'not_found', () =>
      asCustomer(db, colleague).run(showCardPayment, { id: request.paymentId }),
    );
    const stranger = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () =>
      asCustomer(db, stranger).run(showCardPayment, { id: request.paymentId }),
    );
  });
});

describe('a customer who wants to close', () => {
  it('finishes pending, owed and disputed payments first', async () => {
    const blockers = () => inTransaction(db, (tx) => findBlockers(tx, who.customer.id));
    expect(await blockers()).toEqual([]);
    const { request } = await pay('10.00');
    expect(await blockers()).toEqual([{ kind: 'card_payments', count: 1 }]);
    await send(reportOf(request, 1, { cleared: '10.00' }));
    expect(await blockers()).toEqual([]);
    await send(reportOf(authorisationOf(cardId, '600.00'), 1, { cleared: '600.00', decidedBy: 'none' }));
    expect(await blockers()).toEqual([{ kind: 'card_payments', count: 1 }]);
  });
});

describe('an account that cannot receive', () => {
  it('gets refunds into suspense', async () => {
    const { request } = await pay('10.00');
    await send(reportOf(request, 1, { cleared: '10.00' }));
    await sql`update bank_account.account set status = 'frozen' where id = ${account.id}`.execute(db);
    const changes = await changesOf(['suspense:GBP'], () =>
      send(reportOf(request, 2, { cleared: '10.00', refunded: '10.00' })),
    );
    expect(changes).toEqual(['suspense:GBP 1000']);
    expect((await paymentOf(request.paymentId)).suspendedMinor).toBe(1000n);
  });

  it('owes what is presented meanwhile', async () => {
    await sql`update bank_account.account set status = 'frozen' where id = ${account.id}`.execute(db);
    await send(reportOf(authorisationOf(cardId, '7.00'), 1, { cleared: '7.00', decidedBy: 'none' }));
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
    await seedCredit(db, account, '1.00');
  });
});

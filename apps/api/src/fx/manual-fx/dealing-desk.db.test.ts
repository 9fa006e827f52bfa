import type { DealForDealer, DealingDesk, DealPreview } from '@larkmere/contract/fx/manual-fx';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createRateRequester, requestFor, seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { listDeals, showDealingDesk } from './manual-fx.read.ts';
import { dealTimeouts } from './process-timeouts.ts';
import { approveDeal, assignDeal, bookDeal, previewQuote, quoteDeal } from './quote-deal.ts';

const { db } = await createDatabase();
const dealer = await seedDealer(db);
const second = await seedDealer(db);
const [finance, auditor, support] = [
  await seedDealer(db, 'finance'),
  await seedDealer(db, 'auditor'),
  await seedDealer(db, 'support'),
];
type Staff = typeof dealer;
let who: TestUser;
let source: BankAccount;
let target: BankAccount;
let me: Awaited<ReturnType<typeof createRateRequester>>;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  source = await seedAccount(db, who, { balance: '300000.00' });
  target = await seedAccount(db, who, { currency: 'THB' });
  me = await createRateRequester(db, who);
});

const request = async (over: Parameters<typeof requestFor>[1] = {}) =>
  (await me.request(requestFor({ source, target }, over))).uid;
const desk = async (staff: Staff = dealer) =>
  (await staff.act(showDealingDesk, {})) as unknown as DealingDesk & { list: DealForDealer[] };
const preview = async (uid: string, marginBps?: number) =>
  (await dealer.act(previewQuote, { uid, marginBps })) as unknown as DealPreview;
const quote = (uid: string, marginBps = 20) => dealer.act(quoteDeal, { uid, marginBps, validSeconds: 120 });
const dealInDesk = async (uid: string, staff?: Staff) => (await desk(staff)).list.find((deal) => deal.uid === uid);
const seenByCustomer = async (uid: string) => {
  const deal = (await me.inside((ctx) => listDeals(ctx, {}))).list.find((each) => each.uid === uid);
  if (!deal) throw new Error('the customer does not see the deal');
  return deal;
};

async function acceptDealOf(amount: string, marginBps = 20): Promise<string> {
  const uid = await request({ amount });
  await dealer.act(assignDeal, { uid });
  await quote(uid, marginBps);
  await me.accept(await seenByCustomer(uid));
  return uid;
}

/** A cover deal at ten basis points below the mid rate at the time of the deal. */
const seedCover = (sell: string, buy: string) =>
  sql`insert into treasury.cover_deal (id, staff_id, sell, buy, sell_minor, mid, state, buy_minor, rate, reference, dealt_at)
    values (${v7()}, ${dealer.id}, ${sell}, ${buy}, 100000, 50, 'dealt', 4995000, 49.95, 'FX1', now())`.execute(db);

describe('preview of a quote', () => {
  it('is the rate, the amounts and the margin that the quote has at the same mid rate', async () => {
    const uid = await request();
    await dealer.act(assignDeal, { uid });
    const seen = await preview(uid, 20);
    expect(seen).toMatchObject({
      displayedRate: { rate: '43.2489' },
      displayedMidRate: { rate: '43.3356' },
      sellAmount: { amount: '800.00', currency: 'GBP' },
      buyAmount: { amount: '34599.16', currency: 'THB' },
      gbpValue: { amount: '800.00', currency: 'GBP' },
      gbpMargin: { amount: '1.60', currency: 'GBP' },
      needsApproval: false,
      reachesTarget: null,
    });
    const { quote: made } = await quote(uid);
    expect(made).toMatchObject({
      displayedRate: seen.displayedRate,
      sellAmount: seen.sellAmount,
      buyAmount: seen.buyAmount,
      gbpValue: seen.gbpValue,
      gbpMargin: seen.gbpMargin,
    });
  });

  it('begins with the usual margin of the customer’s tier', async () => {
    const seen = await preview(await request());
    expect(seen.marginBps).toBe(seen.usualMarginBps);
    expect(seen.usualMarginBps).toBeGreaterThan(0);
  });

  it('keeps nothing: the customer sees no rate, and the next quote has the next number', async () => {
    const uid = await request();
    await dealer.act(assignDeal, { uid });
    await preview(uid, 20);
    expect(await seenByCustomer(uid)).toMatchObject({ state: 'assigned', quote: null });
    expect((await quote(uid)).quote).toMatchObject({ number: 1 });
  });

  it('finds out whether the target is reached', async () => {
    const wish = { instruction: 'target', targetRate: '43.2489' } as const;
    const uid = await request(wish);
    expect((await preview(uid, 20)).reachesTarget).toBe(true);
    expect((await preview(uid, 21)).reachesTarget).toBe(false);
  });

  it('needs a second dealer above the limit, which the desk names', async () => {
    expect((await desk()).limit).toEqual({ amount: '100000.00', currency: 'GBP' });
    expect((await preview(await request({ amount: '100000.00' }), 20)).needsApproval).toBe(false);
    expect((await preview(await request({ amount: '100000.01' }), 20)).needsApproval).toBe(true);
  });

  it('compares with the last cover deal in the pair, at its distance from mid', async () => {
    const uid = await request({ amount: '1000.00' });
    await db.deleteFrom('treasury.cover_deal').execute();
    expect((await preview(uid, 20)).cover).toBeNull();
    await seedCover('THB', 'GBP');
    expect((await preview(uid, 20)).cover).toBeNull();
    await seedCover('GBP', 'THB');
    expect((await preview(uid, 20)).cover).toMatchObject({
      displayedRate: { base: 'GBP', quote: 'THB', rate: '43.2922' },
      gbpResult: { amount: '1.00', currency: 'GBP' },
    });
    expect((await preview(uid, 4)).cover?.gbpResult).toEqual({ amount: '-0.60', currency: 'GBP' });
  });

  it('names the margin of the customer’s last deal in the pair, and no other customer’s', async () => {
    await acceptDealOf('50.00', 18);
    expect((await preview(await request(), 20)).lastMarginBps).toBe(18);
    who = await seedCustomer(db);
    source = await seedAccount(db, who, { balance: '1.00' });
    target = await seedAccount(db, who, { currency: 'THB' });
    me = await createRateRequester(db, who);
    expect((await preview(await request(), 20)).lastMarginBps).toBeNull();
  });

  it('counts the deal, and those that have not settled, into the positions', async () => {
    const of = async () =>
      Object.fromEntries((await desk()).unsettled.map(({ currency, amount }) => [currency, amount]));
    const uid = await request({ amount: '100.00' });
    const before = (await preview(uid, 20)).positionsAfter;
    const held = await of();
    await acceptDealOf('100.00');
    expect(Number((await of()).GBP) - Number(held.GBP ?? 0)).toBe(100);
    const after = (await preview(uid, 20)).positionsAfter;
    expect(after.map(({ currency }) => currency)).toEqual(['GBP', 'THB']);
    expect(Number(after[0]?.amount) - Number(before[0]?.amount)).toBe(100);
    expect(Number(after[1]?.amount) - Number(before[1]?.amount)).toBeCloseTo(-4333.56, 2);
  });

  it('ends with acceptance, when the rate is agreed', async () => {
    const uid = await acceptDealOf('50.00');
    await expectRefusal(db, 'invalid_transition', () => preview(uid, 20));
  });

  it('is refused while the market is closed, without a rate, and for an unknown deal', async () => {
    const uid = await request();
    await expectRefusal(db, 'not_found', () => preview(v7(), 20));
    await setMarket(db, 'block');
    await expectRefusal(db, 'market_closed', () => preview(uid, 20));
    expect((await desk()).marketOpensAt).not.toBeNull();
    await setMarket(db, 'open');
    expect((await desk()).marketOpensAt).toBeNull();
    await db.deleteFrom('rate.latest').execute();
    await expectRefusal(db, 'rate_unavailable', () => preview(uid, 20));
    expect((await desk()).rates).toEqual([]);
  });
});

describe('dealing desk', () => {
  it('names who took a request, and whether it was the reader', async () => {
    const uid = await request();
    expect(await dealInDesk(uid)).toMatchObject({ dealer: null, isOwn: false, customerId: who.customer.id });
    await dealer.act(assignDeal, { uid });
    expect(await dealInDesk(uid)).toMatchObject({ dealer: dealer.name, isOwn: true });
    expect(await dealInDesk(uid, second)).toMatchObject({ dealer: dealer.name, isOwn: false });
  });

  it('adds up the deals that customers accepted today, and lists those that settled', async () => {
    const { today } = await desk();
    const uid = await acceptDealOf('800.00');
    expect((await desk()).today).toEqual({
      deals: today.deals + 1,
      value: { amount: (Number(today.value.amount) + 800).toFixed(2), currency: 'GBP' },
      margin: { amount: (Number(today.margin.amount) + 1.6).toFixed(2), currency: 'GBP' },
    });
    await dealer.act(bookDeal, { uid });
    expect((await desk()).settledToday.map((deal) => deal.uid)).not.toContain(uid);
    await sql`update manual_fx.deal set value_date = (now() at time zone 'Europe/London')::date where id = ${uid}`.execute(
      db,
    );
    await runJob(db, dealTimeouts);
    const { list, settledToday, today: after } = await desk();
    expect(list.map((deal) => deal.uid)).not.toContain(uid);
    expect(settledToday.find((deal) => deal.uid === uid)).toMatchObject({
      state: 'settled',
      quote: { gbpValue: { amount: '800.00' }, gbpMargin: { amount: '1.60' } },
    });
    expect(after.deals).toBe(today.deals + 1);
  });

  it('is read by dealers, finance and auditors; only dealers price, and only they have a limit', async () => {
    const uid = await request();
    for (const staff of [finance, auditor]) {
      expect((await desk(staff)).limit).toBeNull();
      await expectRefusal(db, 'access_denied', () => staff.act(previewQuote, { uid, marginBps: 20 }));
    }
    await expectRefusal(db, 'access_denied', () => desk(support));
    await expectRefusal(db, 'access_denied', () => support.act(previewQuote, { uid, marginBps: 20 }));
  });
});

describe('approval by a second dealer', () => {
  it('holds for the quote that they saw, not for one that replaced it', async () => {
    const uid = await request({ amount: '100000.01' });
    await dealer.act(assignDeal, { uid });
    await quote(uid, 20);
    expect((await dealInDesk(uid, second))?.waiting).toMatchObject({ number: 1, marginBps: 20, isOwn: false });
    await quote(uid, 290);
    expect((await dealInDesk(uid))?.waiting).toMatchObject({ number: 2, isOwn: true });
    await expectRefusal(db, 'quote_expired', () => second.act(approveDeal, { uid, number: 1 }));
    expect(await seenByCustomer(uid)).toMatchObject({ state: 'assigned', quote: null });
    expect(await second.act(approveDeal, { uid, number: 2 })).toMatchObject({
      state: 'quoted',
      quote: { marginBps: 290 },
    });
  });
});

import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createRateRequester, requestFor, seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { countBankAccounts } from '../../accounts/bank-account/bank-account.read.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { listDeals, showDealingDesk } from './manual-fx.read.ts';
import { dealTimeouts } from './process-timeouts.ts';
import { approveDeal, assignDeal, bookDeal, quoteDeal, refuseDeal } from './quote-deal.ts';
import { requestDeal } from './request-deal.ts';
import { acceptDeal, declineDeal, withdrawDeal } from './respond-to-quote.ts';

const { db } = await createDatabase();
const dealer = await seedDealer(db);
const second = await seedDealer(db);
let who: TestUser;
let source: BankAccount;
let target: BankAccount;
let me: Awaited<ReturnType<typeof createRateRequester>>;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  source = await seedAccount(db, who, { balance: '1000.00' });
  target = await seedAccount(db, who, { currency: 'THB' });
  me = await createRateRequester(db, who);
});

const dealRequest = (over: Parameters<typeof requestFor>[1] = {}) => requestFor({ source, target }, over);
const only = async () => {
  const [deal] = (await me.inside((ctx) => listDeals(ctx, {}))).list;
  if (!deal) throw new Error('there is no deal');
  return deal;
};
const createQuotedDeal = async (over: Parameters<typeof requestFor>[1] = {}) => {
  const { uid } = await me.request(dealRequest(over));
  await dealer.act(assignDeal, { uid });
  await dealer.act(quoteDeal, { uid, marginBps: 20, validSeconds: 120 });
  return only();
};
const dealInput = (uid: string) => ({ uid, idempotency: v7() });
const expireQuote = () =>
  sql`update manual_fx.quote set published_at = published_at - interval '1 hour', valid_until = valid_until - interval '1 hour' where published_at is not null`.execute(
    db,
  );

describe('deal', () => {
  it('passes from request to settlement at the accepted rate', async () => {
    const toAnswer = async () => (await asCustomer(db, who).run(countBankAccounts, {})).dealsToAnswer;
    const quoted = await createQuotedDeal();
    expect(await toAnswer()).toBe(1);
    expect(quoted).toMatchObject({
      state: 'quoted',
      quote: {
        number: 1,
        marginBps: 20,
        displayedRate: { base: 'GBP', quote: 'THB', rate: '43.2489' },
        displayedMidRate: { rate: '43.3356' },
        sellAmount: { amount: '800.00' },
        buyAmount: { amount: '34599.16', currency: 'THB' },
        dealer: dealer.name,
      },
    });
    const accepted = await me.accept(quoted);
    expect(accepted).toMatchObject({ state: 'accepted' });
    expect(await toAnswer()).toBe(0);
    expect(await balancesOf(db, source)).toEqual(['1000.00', '200.00']);
    await dealer.act(bookDeal, { uid: quoted.uid });
    await seedRates(db, { GBP: '0.8706', THB: '30.00' });
    await sql`update manual_fx.deal set value_date = (now() at time zone 'Europe/London')::date where state = 'booked'`.execute(
      db,
    );
    await runJob(db, dealTimeouts);
    await runJob(db, dealTimeouts);
    expect(await only()).toMatchObject({ state: 'settled' });
    expect(await balancesOf(db, source)).toEqual(['200.00', '200.00']);
    expect(await balancesOf(db, target)).toEqual(['34599.16', '34599.16']);
    expect((await only()).timeline.map(({ state }) => state)).toEqual([
      'requested',
      'assigned',
      'quoted',
      'accepted',
      'booked',
      'settled',
    ]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('with a fixed bought amount costs what the rate implies', async () => {
    const quoted = await createQuotedDeal({ side: 'buy', amount: '10000.00' });
    expect(quoted.quote).toMatchObject({ buyAmount: { amount: '10000.00' }, sellAmount: { amount: '231.22' } });
  });

  it('settles on its value date and not before', async () => {
    const quoted = await createQuotedDeal({ valueDate: 'spot' });
    await me.accept(quoted);
    await dealer.act(bookDeal, { uid: quoted.uid });
    await runJob(db, dealTimeouts);
    expect(await only()).toMatchObject({ state: 'booked' });
  });

  it('requires a PIN authorisation for exactly this quote', async () => {
    const quoted = await createQuotedDeal();
    const idempotency = v7();
    const approval = await me.approve(quoted, idempotency);
    await dealer.act(quoteDeal, { uid: quoted.uid, marginBps: 40, validSeconds: 120 });
    const accept = (number: number) =>
      me.inside((ctx) => acceptDeal(ctx, { uid: quoted.uid, number, authorisation: approval, idempotency }));
    await expectRefusal(db, 'quote_expired', () => accept(1));
    await expectRefusal(db, 'authorisation_invalid', () => accept(2));
    expect(await me.accept(await only())).toMatchObject({ state: 'accepted', quote: { number: 2, marginBps: 40 } });
    await expectRefusal(db, 'invalid_transition', () => accept(2));
  });

  it('is refused without enough money, with both amounts', async () => {
    const quoted = await createQuotedDeal({ amount: '1000.01' });
    const refusal = await me.accept(quoted).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'insufficient_funds', data: { available: '1000.00', needed: '1000.01' } });
    expect(await only()).toMatchObject({ state: 'quoted' });
  });
});

describe('dealer quote', () => {
  it('cannot be accepted after it expired, and can be quoted again', async () => {
    const quoted = await createQuotedDeal();
    await expireQuote();
    await expect(me.accept(quoted)).rejects.toMatchObject({ code: 'quote_expired' });
    await runJob(db, dealTimeouts);
    expect(await only()).toMatchObject({ state: 'expired' });
    await expect(me.accept(quoted)).rejects.toMatchObject({ code: 'quote_expired' });
    await dealer.act(quoteDeal, { uid: quoted.uid, marginBps: 25, validSeconds: 60 });
    expect(await me.accept(await only())).toMatchObject({ state: 'accepted' });
  });

  it('above the dealer’s limit is hidden until a second dealer approves it', async () => {
    const { uid } = await me.request(dealRequest({ amount: '100000.01' }));
    await dealer.act(assignDeal, { uid });
    const waiting = await dealer.act(quoteDeal, { uid, marginBps: 20, validSeconds: 120 });
    expect(waiting).toMatchObject({ state: 'assigned', quote: null, waiting: { marginBps: 20 } });
    expect(await only()).toMatchObject({ state: 'assigned', quote: null });
    await expectRefusal(db, 'approver_conflict', () => dealer.act(approveDeal, { uid, number: 1 }));
    expect(await second.act(approveDeal, { uid, number: 1 })).toMatchObject({
      state: 'quoted',
      quote: { number: 1 },
      waiting: null,
    });
    await expectRefusal(db, 'invalid_transition', () => second.act(approveDeal, { uid, number: 1 }));
    const { rows } = await sql<{
      who: string[];
    }>`select array[quoted_by, approved_by] as who from manual_fx.quote where deal_id = ${uid}`.execute(db);
    expect(rows[0]?.who).toEqual([dealer.id, second.id]);
    await expect(
      sql`update manual_fx.quote set approved_by = quoted_by where deal_id = ${uid}`.execute(db),
    ).rejects.toThrow('approver_is_not_dealer');
  });

  it('at the limit needs no second dealer, in any currency', async () => {
    const { uid } = await me.request(dealRequest({ amount: '100000.00' }));
    await dealer.act(assignDeal, { uid });
    expect(await dealer.act(quoteDeal, { uid, marginBps: 20, validSeconds: 120 })).toMatchObject({ state: 'quoted' });
    const large = {
      sell: 'THB',
      buy: 'GBP',
      amount: '4400000.00',
      sourceBankholderId: target.bankholderId,
      targetBankholderId: source.bankholderId,
    } as const;
    const back = await me.request(dealRequest(large));
    await dealer.act(assignDeal, { uid: back.uid });
    expect(await dealer.act(quoteDeal, { uid: back.uid, marginBps: 20, validSeconds: 60 })).toMatchObject({
      state: 'assigned',
    });
  });

  it('that expired is not approved', async () => {
    const { uid } = await me.request(dealRequest({ amount: '100000.01' }));
    await dealer.act(assignDeal, { uid });
    await dealer.act(quoteDeal, { uid, marginBps: 20, validSeconds: 120 });
    await sql`update manual_fx.quote set quoted_at = quoted_at - interval '3 minutes' where deal_id = ${uid}`.execute(
      db,
    );
    await expectRefusal(db, 'quote_expired', () => second.act(approveDeal, { uid, number: 1 }));
  });
});

describe('ending a deal', () => {
  it('decline and withdraw end a deal before it is accepted', async () => {
    const quoted = await createQuotedDeal();
    expect(await me.inside((ctx) => declineDeal(ctx, dealInput(quoted.uid)))).toMatchObject({ state: 'declined' });
    const { uid } = await me.request(dealRequest());
    expect(await me.inside((ctx) => withdrawDeal(ctx, dealInput(uid)))).toMatchObject({ state: 'withdrawn' });
    await expectRefusal(db, 'invalid_transition', () => dealer.act(assignDeal, { uid }));
    const again = await createQuotedDeal();
    await me.accept(again);
    for (const verb of [declineDeal, withdrawDeal])
      await expectRefusal(db, 'invalid_transition', () => me.inside((ctx) => verb(ctx, dealInput(again.uid))));
  });

  it('a deal that was not booked by its value date ends and releases the money', async () => {
    const { uid } = await me.request(dealRequest());
    const quoted = await createQuotedDeal();
    await me.accept(quoted);
    await runJob(db, dealTimeouts);
    expect((await me.inside((ctx) => listDeals(ctx, {}))).list.map(({ state }) => state)).toEqual([
      'accepted',
      'requested',
    ]);
    await sql`update manual_fx.deal set value_date = (now() at time zone 'Europe/London')::date - 1 where id in (${uid}, ${quoted.uid})`.execute(
      db,
    );
    await runJob(db, dealTimeouts);
    const { list } = await me.inside((ctx) => listDeals(ctx, {}));
    const over = {
      state: 'unable',
      reason: 'No money is reserved. The settlement date passed before the exchange was booked.',
      waiting: null,
    };
    expect(list).toMatchObject([over, over]);
    expect(await balancesOf(db, source)).toEqual(['1000.00', '1000.00']);
  });

  it('a deal that is refused releases the money and gives the reason', async () => {
    const quoted = await createQuotedDeal();
    await me.accept(quoted);
    await dealer.act(refuseDeal, { uid: quoted.uid, reason: 'The market for baht is closed today.' });
    expect(await only()).toMatchObject({ state: 'unable', reason: 'The market for baht is closed today.' });
    expect(await balancesOf(db, source)).toEqual(['1000.00', '1000.00']);
  });
});

describe('access', () => {
  it('only dealers see the work queue and deal', async () => {
    const { uid } = await me.request(dealRequest());
    const support = await seedDealer(db, 'support');
    for (const [verb, input] of [
      [showDealingDesk, {}],
      [assignDeal, { uid }],
      [quoteDeal, { uid, marginBps: 20, validSeconds: 60 }],
      [approveDeal, { uid, number: 1 }],
      [refuseDeal, { uid, reason: 'because of that' }],
      [bookDeal, { uid }],
    ] as const)
      await expectRefusal(db, 'access_denied', () => support.act(verb, input));
    const board = (await dealer.act(showDealingDesk, {})) as unknown as { list: { uid: string; customer: string }[] };
    expect(board.list.find((deal) => deal.uid === uid)).toMatchObject({ customer: who.customer.name });
  });

  it('a deal of another customer is not found', async () => {
    const quoted = await createQuotedDeal();
    const other = await createRateRequester(db, await seedCustomer(db));
    for (const verb of [declineDeal, withdrawDeal])
      await expectRefusal(db, 'not_found', () => other.inside((ctx) => verb(ctx, dealInput(quoted.uid))));
    await expect(other.accept(quoted)).rejects.toMatchObject({ code: 'not_found' });
    expect(await other.inside((ctx) => listDeals(ctx, {}))).toEqual({ list: [] });
  });

  it('an invalid request is refused with the field', async () => {
    const refused = (code: Parameters<typeof expectRefusal>[1], over: Parameters<typeof requestFor>[1]) =>
      expectRefusal(db, code, () => me.inside((ctx) => requestDeal(ctx, dealRequest(over))));
    await refused('validation_failed', { buy: 'GBP' });
    await refused('validation_failed', { valueDate: '2020-01-01' });
    await refused('validation_failed', { instruction: 'target' });
    await refused('validation_failed', { callbackPhone: '+441234567' });
    await writeSettings(
      db,
      sql`update fx.price_rule set effective_from = '2999-01-01' where sell = 'GBP' and buy = 'JPY'`,
    );
    await refused('pair_unavailable', { buy: 'JPY' });
    await refused('amount_invalid', { amount: '0.00' });
    await refused('account_not_usable', { sourceBankholderId: target.bankholderId });
    await sql`update payment.service_availability set is_on = false where key = 'fx.manual'`.execute(db);
    await refused('service_off', {});
    await sql`update payment.service_availability set is_on = true where key = 'fx.manual'`.execute(db);
  });
});

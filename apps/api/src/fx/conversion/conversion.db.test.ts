import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import { findViolations } from '@larkmere/ledger/invariants';
import { trialBalance } from '@larkmere/ledger/trial-balance';
import { money } from '@larkmere/money/money';
import { formatRate, rateOf } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  type ConversionOrder,
  convertAs,
  type QuoteReply,
  requestQuoteAs,
  seedPinAuthorisation,
  toConversionOrder,
  toConversionPurpose,
} from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, inSession, seedSession } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { openWallet } from '../../accounts/wallet/wallet.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bookConversion } from './book-conversion.ts';
import { spotPrice, tierRate } from './conversion.ts';
import { quoteExpiry } from './create-quote.ts';
import { pairMargins } from './exchange-prices.ts';
import { lockOpenQuote } from './quote-row.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let source: BankAccount;
let target: BankAccount;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  session = await seedSession(db, who);
  source = await seedAccount(db, who, { balance: '1000.00' });
  target = await seedAccount(db, who, { currency: 'THB' });
});

const authoriseConversion = async (quoted: QuoteReply) => {
  const order = toConversionOrder(quoted, { source, target });
  return { ...order, authorisation: await seedPinAuthorisation(db, who, session, toConversionPurpose(quoted, order)) };
};
const confirm = async (quoted: QuoteReply) => convertAs(db, who, session, await authoriseConversion(quoted));
const expectRefused = async (code: RefusalCode, quoted: QuoteReply) => {
  const order = await authoriseConversion(quoted);
  await expectRefusal(db, code, () => convertAs(db, who, session, order));
};
const ageQuotes = () =>
  sql`update fx.quote set made_at = made_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes'`.execute(
    db,
  );
const setPricesEffectiveFrom = (day: string) =>
  writeSettings(
    db,
    sql`update fx.price_rule set effective_from = ${day}::timestamptz where sell = 'GBP' and buy = 'JPY'`,
  );
const removePrices = () => setPricesEffectiveFrom('2999-01-01');
const restorePrices = () => setPricesEffectiveFrom('2020-01-01');
const stateOf = async ({ quoteId }: QuoteReply) =>
  (await db.selectFrom('fx.quote').select('state').where('id', '=', quoteId).executeTakeFirstOrThrow()).state;

describe('quote', () => {
  it('returns both amounts, mid rate, margin, total cost and expiry', async () => {
    const quoted = await requestQuoteAs(db, who);
    expect(quoted).toMatchObject({
      sellAmount: { amount: '100.00', currency: 'GBP' },
      buyAmount: { amount: '4318.39', currency: 'THB' },
      midRate: '43.3356305996',
      rate: '43.1839558925',
      displayedRate: { base: 'GBP', quote: 'THB', rate: '43.1839' },
      displayedMidRate: { base: 'GBP', quote: 'THB', rate: '43.3356' },
      marginBps: 35,
      margin: { amount: '0.35', currency: 'GBP' },
      fee: { amount: '0.00' },
      totalCost: { amount: '0.35' },
      totalCostPct: '0.35',
      validSeconds: 300,
      offHours: false,
      closed: null,
      tradable: true,
      plusRate: null,
    });
  });

  it('fixes the bought amount when it was entered, and displays the rate both ways', async () => {
    const quoted = await requestQuoteAs(db, who, { sell: 'THB', buy: 'GBP', side: 'buy', amount: '100.00' });
    expect(quoted).toMatchObject({
      sellAmount: { amount: '4348.79', currency: 'THB' },
      buyAmount: { amount: '100.00', currency: 'GBP' },
      displayedMidRate: {
        base: 'THB',
        quote: 'GBP',
        rate: '0.023075',
        market: { base: 'GBP', quote: 'THB', rate: '43.3357' },
      },
    });
  });

  it('gives a wallet customer the wallet price and the saving with Plus', async () => {
    const boon = await seedCustomer(db, { kind: 'wallet' });
    const offer = (isOn: boolean) =>
      db.updateTable('customer.customer').set({ featureUpgrade: isOn }).where('id', '=', boon.customer.id).execute();
    await offer(false);
    expect(await requestQuoteAs(db, boon)).toMatchObject({ marginBps: 90, plusRate: null, plusSaving: null });
    await offer(true);
    const quoted = await requestQuoteAs(db, boon);
    expect(quoted).toMatchObject({
      marginBps: 90,
      buyAmount: { amount: '4294.56' },
      plusRate: { rate: '43.1839' },
      plusSaving: { amount: '23.83', currency: 'THB' },
    });
  });

  it('for a payee requires the payee’s currency and cross-currency payments switched on', async () => {
    const payee = await seedPayee(db, who);
    const toPounds = { sell: 'EUR', buy: 'GBP', payeeUid: payee.id } as const;
    expect(await requestQuoteAs(db, who, toPounds)).toMatchObject({ buy: 'GBP', tradable: true });
    await expectRefusal(db, 'payee_not_approved', () => requestQuoteAs(db, who, { ...toPounds, buy: 'THB' }));
    const other = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () => requestQuoteAs(db, other, toPounds));
    await sql`update payment.service_availability set is_on = key <> 'payment.crosscurrency' where key in ('payment.crosscurrency', 'fx.instant')`.execute(
      db,
    );
    await expectRefusal(db, 'service_off', () => requestQuoteAs(db, who, toPounds));
    await sql`update payment.service_availability set is_on = key <> 'fx.instant' where key in ('payment.crosscurrency', 'fx.instant')`.execute(
      db,
    );
    expect(await requestQuoteAs(db, who, toPounds)).toMatchObject({ buy: 'GBP' });
    await sql`update payment.service_availability set is_on = true where key = 'fx.instant'`.execute(db);
  });

  it('replaces one earlier quote of the same person only', async () => {
    const [first, foreign] = [await requestQuoteAs(db, who), await requestQuoteAs(db, await seedCustomer(db))];
    await requestQuoteAs(db, who, { replaces: first.quoteId });
    await requestQuoteAs(db, who, { replaces: foreign.quoteId });
    expect([await stateOf(first), await stateOf(foreign)]).toEqual(['withdrawn', 'open']);
    await expectRefused('quote_expired', first);
  });

  it.each<[string, Parameters<typeof requestQuoteAs>[2], Parameters<typeof expectRefusal>[1]]>([
    ['nothing', { amount: '0' }, 'amount_invalid'],
    ['half a penny', { amount: '1.005' }, 'amount_invalid'],
    ['what buys less than a penny', { sell: 'THB', buy: 'GBP', amount: '0.10' }, 'amount_invalid'],
    ['a currency for itself', { buy: 'GBP' }, 'pair_unavailable'],
    ['more than one deal may be', { amount: '250000.01' }, 'limit_exceeded'],
  ])('is refused for %s', async (_, wanted, code) => {
    await expectRefusal(db, code, () => requestQuoteAs(db, who, wanted));
  });

  it('is refused for a pair without a current price rule', async () => {
    await removePrices();
    await expectRefusal(db, 'pair_unavailable', () => requestQuoteAs(db, who, { buy: 'JPY' }));
    expect(await inTransaction(db, (tx) => pairMargins({ tx }, 'GBP', 'JPY'))).toBeUndefined();
    await restorePrices();
  });

  it('is a whole number in a currency without decimals, and refuses a fraction', async () => {
    expect(await requestQuoteAs(db, who, { buy: 'JPY' })).toMatchObject({
      buyAmount: { amount: '21375', currency: 'JPY' },
      displayedRate: { base: 'GBP', quote: 'JPY', rate: '213.7564' },
    });
    expect(await requestQuoteAs(db, who, { sell: 'JPY', buy: 'GBP', amount: '21375' })).toMatchObject({
      sellAmount: { amount: '21375', currency: 'JPY' },
      buyAmount: { amount: '99.29', currency: 'GBP' },
      displayedRate: {
        base: 'JPY',
        quote: 'GBP',
        rate: '0.0046455',
        market: { base: 'GBP', quote: 'JPY', rate: '215.2607' },
      },
    });
    await expectRefusal(db, 'amount_invalid', () =>
      requestQuoteAs(db, who, { sell: 'JPY', buy: 'GBP', amount: '100.5' }),
    );
  });

  it('is refused when the rate is stale, the service off or trading not permitted', async () => {
    const idle = await seedCustomer(db, { allowedTrade: false });
    const { data } = await expectRefusal(db, 'account_restricted', () => requestQuoteAs(db, idle));
    expect(data).toEqual({ reasonCode: 'trade_not_allowed' });
    await sql`update payment.service_availability set is_on = false where key = 'fx.instant'`.execute(db);
    await expectRefusal(db, 'service_off', () => requestQuoteAs(db, who));
    await sql`update payment.service_availability set is_on = true where key = 'fx.instant'`.execute(db);
    await db.deleteFrom('rate.latest').execute();
    await expectRefusal(db, 'rate_unavailable', () => requestQuoteAs(db, who));
  });
});

it('returns the margin of each tier from the current price rule', async () => {
  const margins = () => inTransaction(db, (tx) => pairMargins({ tx }, 'GBP', 'THB'));
  expect(await margins()).toEqual({ plus: 35, wallet: 90 });
  expect(formatRate(tierRate(rateOf('GBP', 'THB', 43n, 1n), 90), 4)).toBe('42.6130');
  const later = sql`insert into fx.price_rule select sell, buy, tier, 40, fee_minor, max_minor, quote_seconds, off_hours_quote_seconds,
    case tier when 'plus' then now() - interval '1 day' else now() + interval '1 day' end
    from fx.price_rule where sell = 'GBP' and buy = 'THB'`;
  await writeSettings(db, later);
  expect(await margins()).toEqual({ plus: 40, wallet: 90 });
  await writeSettings(db, sql`delete from fx.price_rule where margin_bps = 40`);
});

describe('outside market hours', () => {
  it('a markup applies and the quote is valid for less time', async () => {
    await setMarket(db, 'markup');
    const quoted = await requestQuoteAs(db, who);
    expect(quoted).toMatchObject({
      marginBps: 55,
      validSeconds: 60,
      offHours: true,
      tradable: true,
      closed: { markupBps: 20, message: 'The markets are closed.', allowHoldUntilOpen: true },
    });
    expect(await confirm(quoted)).toMatchObject({ sold: { available: { amount: '900.00' } } });
  });

  it('the price is indicative or refused', async () => {
    await setMarket(db, 'indicative');
    const quoted = await requestQuoteAs(db, who);
    expect(quoted).toMatchObject({ tradable: false, marginBps: 35 });
    await expectRefused('market_closed', quoted);
    await setMarket(db, 'block');
    const refusal = await expectRefusal(db, 'market_closed', () => requestQuoteAs(db, who));
    expect(refusal.data?.opensAt).toMatch(/^\d{4}-/);
  });
});

it('refuses more quotes than the setting allows, for one minute', async () => {
  await writeSettings(db, sql`insert into fx.setting values (now(), 3)`);
  for (let n = 0; n < 3; n += 1) await requestQuoteAs(db, who);
  const refusal = await expectRefusal(db, 'rate_limited', () => requestQuoteAs(db, who));
  expect(refusal.retryAfterSeconds).toBeGreaterThan(50);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(refusal.message).toContain('Nothing was exchanged');
  await requestQuoteAs(db, await seedCustomer(db));
  await ageQuotes();
  await requestQuoteAs(db, who);
  await writeSettings(db, sql`delete from fx.setting where quotes_per_minute = 3`);
});

describe('conversion', () => {
  it('books both amounts, position, spread and rounding to their own accounts', async () => {
    const before = await trialBalance(db);
    const done = await confirm(await requestQuoteAs(db, who));
    expect(done).toMatchObject({
      sold: { amount: { amount: '100.00' }, balance: { amount: '900.00' }, available: { amount: '900.00' } },
      bought: { amount: { amount: '4318.39' }, balance: { amount: '4318.39' } },
      displayedRate: { rate: '43.1839' },
    });
    expect([await balancesOf(db, source), await balancesOf(db, target)]).toEqual([
      ['900.00', '900.00'],
      ['4318.39', '4318.39'],
    ]);
    const after = await trialBalance(db);
    const change = (code: string) => {
      const net = (lines: typeof after) => {
        const line = lines.find((l) => l.code === code);
        return line ? line.credit.minor - line.debit.minor : 0n;
      };
      return net(after) - net(before);
    };
    expect(change('position:GBP')).toBe(10_000n);
    expect(change('position:THB')).toBe(-433_356n);
    expect(change('fx-spread:THB')).toBe(1517n);
    expect(change('fx-rounding:THB')).toBe(0n);
    expect(await findViolations(db)).toEqual([]);
  });

  it('has a narrative on the statement and emits an event', async () => {
    const done = await confirm(await requestQuoteAs(db, who));
    const { rows } = await sql<{ description: string }>`
      select description from accounting.narrative where operation_id = ${done.uid}`.execute(db);
    expect(rows).toEqual([{ description: 'Exchange of GBP to THB, 1 GBP = 43.1839 THB' }]);
    const told = await db
      .selectFrom('platform.event')
      .select('payload')
      .where('topic', '=', 'fx.converted')
      .orderBy('id')
      .execute();
    expect(told.at(-1)?.payload).toMatchObject({ conversionId: done.uid, rate: '1 GBP = 43.1839 THB' });
  });

  it('of the whole balance never fails by rounding, whichever side is fixed', async () => {
    const all = await requestQuoteAs(db, who, { amount: '1000.00' });
    const typedAsBought = await requestQuoteAs(db, who, { side: 'buy', amount: all.buyAmount.amount });
    expect(typedAsBought.sellAmount.amount).toBe('1000.00');
    expect(await confirm(all)).toMatchObject({ sold: { balance: { amount: '0.00' } } });
  });

  it('happens once per quote, however many requests arrive at the same time', async () => {
    const quoted = await requestQuoteAs(db, who);
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => confirm(quoted)));
    const refused = tries.filter((t) => t.status === 'rejected').map((t) => (t.reason as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: 11 }, () => 'quote_used'));
    expect(await balancesOf(db, source)).toEqual(['900.00', '900.00']);
    expect(await stateOf(quoted)).toBe('used');
  });

  it('accepts a quote until the moment it expires', async () => {
    const { quoteId, expiresAt } = await requestQuoteAs(db, who);
    const at = (ms: number) =>
      inTransaction(db, (tx) => {
        const now = new Date(Date.parse(expiresAt) + ms);
        return lockOpenQuote({ tx, now, actor: inSession(who, session), requestId: 'test' }, quoteId);
      });
    for (const ms of [1, 0]) await expectRefusal(db, 'quote_expired', () => at(ms));
    expect(await at(-1)).toMatchObject({ state: 'accepted' });
  });

  it('is refused with an expired quote, which the expiry job then records', async () => {
    const quoted = await requestQuoteAs(db, who);
    await ageQuotes();
    await expectRefused('quote_expired', quoted);
    await runJob(db, quoteExpiry);
    expect(await stateOf(quoted)).toBe('expired');
  });

  it.each([
    ['up', '0.8660'],
    ['down', '0.8752'],
  ])('honours a quote after a small market move and refuses it after a jump %s', async (_, jumped) => {
    const [kept, lost] = [await requestQuoteAs(db, who), await requestQuoteAs(db, who)];
    await seedRates(db, { ...quietDay, GBP: '0.8725' });
    expect((await requestQuoteAs(db, who)).buyAmount).not.toEqual(kept.buyAmount);
    expect(await confirm(kept)).toMatchObject({ bought: { amount: { amount: '4318.39' } } });
    await seedRates(db, { ...quietDay, GBP: jumped });
    await expectRefused('rate_moved', lost);
  });

  it('is refused when the PIN authorised anything else', async () => {
    const [quoted, dearer] = [await requestQuoteAs(db, who), await requestQuoteAs(db, who, { amount: '100.01' })];
    const other = await seedAccount(db, who, { currency: 'THB' });
    const order = toConversionOrder(quoted, { source, target });
    const approval = await seedPinAuthorisation(db, who, session, toConversionPurpose(quoted, order));
    const attempts: Partial<ConversionOrder>[] = [
      { targetBankholderId: other.bankholderId },
      { quoteId: dearer.quoteId },
      { idempotency: '019a0000-0000-7000-8000-000000000000' },
    ];
    const misled = await seedPinAuthorisation(db, who, session, toConversionPurpose(dearer, order));
    await expectRefusal(db, 'authorisation_invalid', () =>
      convertAs(db, who, session, { ...order, authorisation: misled }),
    );
    for (const over of attempts)
      await expectRefusal(db, 'authorisation_invalid', () =>
        convertAs(db, who, session, { ...order, ...over, authorisation: approval }),
      );
    const elsewhere = await seedSession(db, who);
    await expectRefusal(db, 'authorisation_invalid', () =>
      convertAs(db, who, elsewhere, { ...order, authorisation: approval }),
    );
    await convertAs(db, who, session, { ...order, authorisation: approval });
  });

  it('is refused for accounts or quotes of another customer, a wrong currency, and missing money', async () => {
    const other = await seedCustomer(db);
    const [foreignQuote, foreign] = [
      await requestQuoteAs(db, other),
      await seedAccount(db, other, { currency: 'THB' }),
    ];
    const euros = await seedAccount(db, who, { currency: 'EUR' });
    const quoted = await requestQuoteAs(db, who);
    const order = toConversionOrder(quoted, { source, target });
    const approval = 'no approval gets this far';
    const attempt = (over: Partial<ConversionOrder>) => () =>
      convertAs(db, who, session, { ...order, ...over, authorisation: approval });
    await expectRefusal(db, 'not_found', attempt({ quoteId: foreignQuote.quoteId }));
    await expectRefusal(db, 'not_found', attempt({ targetBankholderId: foreign.bankholderId }));
    await expectRefusal(db, 'account_not_usable', attempt({ targetBankholderId: euros.bankholderId }));
    const tooMuch = await requestQuoteAs(db, who, { amount: '1000.01' });
    const full = toConversionOrder(tooMuch, { source, target });
    const real = await seedPinAuthorisation(db, who, session, toConversionPurpose(tooMuch, full));
    await expectRefusal(db, 'insufficient_funds', () => convertAs(db, who, session, { ...full, authorisation: real }));
  });

  it('works between wallets at the wallet price', async () => {
    const boon = await seedCustomer(db, { kind: 'wallet' });
    const open = (currency: 'GBP' | 'THB') =>
      inTransaction(db, (tx) => openWallet(tx, { customerId: boon.customer.id, currency, name: currency }));
    const [pounds, bahts] = [await open('GBP'), await open('THB')];
    await seedCredit(db, pounds as unknown as BankAccount, '100.00');
    const quoted = await requestQuoteAs(db, boon);
    const order = toConversionOrder(quoted, { source: pounds, target: bahts });
    const sessionId = await seedSession(db, boon);
    const approval = await seedPinAuthorisation(db, boon, sessionId, toConversionPurpose(quoted, order));
    expect(await convertAs(db, boon, sessionId, { ...order, authorisation: approval })).toMatchObject({
      sold: { bankholderid: pounds.bankholderId, balance: { amount: '0.00' } },
      bought: { bankholderid: bahts.bankholderId, balance: { amount: '4294.56' } },
    });
  });
});

/** In transactions of twenty. */
const conversions = Number(process.env.CONVERSIONS ?? 400);

it(
  `${conversions} random conversions keep the books balanced, and each record matches its postings`,
  async () => {
    const accounts = {
      GBP: source,
      EUR: await seedAccount(db, who, { currency: 'EUR', balance: '50000.00' }),
      THB: target,
      USD: await seedAccount(db, who, { currency: 'USD', balance: '1000.00' }),
      JPY: await seedAccount(db, who, { currency: 'JPY', balance: '100000' }),
    };
    const codes = Object.keys(accounts) as (keyof typeof accounts)[];
    let seed = 20_261_121n;
    const next = (below: number): number => {
      seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
      return Number((seed >> 33n) % BigInt(below));
    };
    let done = 0;
    for (let turn = 0; turn < conversions / 20; turn += 1)
      await inTransaction(db, async (tx, now) => {
        for (let step = 0; step < 20; step += 1) {
          const first = next(5);
          const [sell, buy] = [codes[first] ?? 'GBP', codes[(first + 1 + next(4)) % 5] ?? 'THB'];
          const side = next(2) === 0 ? 'sell' : 'buy';
          const amount = money(side === 'sell' ? sell : buy, BigInt(1 + next(next(2) === 0 ? 200 : 2000)));
          const wanted = { tier: next(2) === 0 ? 'plus' : 'wallet', side, sell, buy, amount } as const;
          const priced = await spotPrice({ tx, now }, wanted).catch(() => undefined);
          if (!priced) continue;
          const [from, to] = [accounts[sell].ledgerAccountId, accounts[buy].ledgerAccountId];
          const deal = { customerId: who.customer.id, userId: null, cause: 'auto', quoteId: null, from, to } as const;
          const funded = await sql<{ enough: boolean }>`
          select credits_posted - debits_posted - debits_pending >= ${priced.price.sell.minor} as enough
          from ledger.account where id = ${from}`.execute(tx);
          if (!funded.rows[0]?.enough) continue;
          await bookConversion({ tx, now }, { ...deal, price: priced.price });
          done += 1;
        }
      });
    expect(done).toBeGreaterThan(conversions * 0.75);
    expect(await findViolations(db)).toEqual([]);
    const lines = await trialBalance(db);
    for (const [, own] of Map.groupBy(lines, ({ currency }) => currency)) {
      const sum = own.reduce((total, { debit, credit }) => total + debit.minor - credit.minor, 0n);
      expect(sum).toBe(0n);
    }
    const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from fx.conversion c
    where sell_minor <> (select coalesce(sum(amount), 0) from ledger.transfer t
        where t.op_id = c.id and t.debit_account_id = c.from_account)
      or buy_minor <> (select coalesce(sum(amount), 0) from ledger.transfer t
        where t.op_id = c.id and t.credit_account_id = c.to_account)`.execute(db);
    expect(rows[0]?.wrong).toBe(0);
  },
  120_000 + conversions * 20,
);

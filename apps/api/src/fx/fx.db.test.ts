import type { RefusalCode } from '@larkmere/contract/refusals';
import { findViolations } from '@larkmere/ledger/invariants';
import { trialBalance } from '@larkmere/ledger/trial-balance';
import { money } from '@larkmere/money/money';
import { formatRate, rateOf } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectRefusal,
  type Given,
  givenAccount,
  givenCredit,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import {
  type ConversionOrder,
  conversionOf,
  convertAs,
  givenApproval,
  givenMarket,
  purposeOf,
  type Quoted,
  quoteAs,
} from '../../../../test/given-fx.ts';
import { givenSession, standingOf } from '../../../../test/given-payment.ts';
import { givenRates, quietDay } from '../../../../test/given-rate.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { openWallet } from '../wallet/wallet.ts';
import { convert, marginsOf, priceNow, tierRate } from './fx.ts';
import { sweepQuotes } from './sweep-quotes.ts';

const { db } = await givenDatabase();
let who: Given;
let session: string;
let source: BankAccount;
let target: BankAccount;

beforeEach(async () => {
  await givenMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db);
  who = await givenCustomer(db);
  session = await givenSession(db, who);
  source = await givenAccount(db, who, { balance: '1000.00' });
  target = await givenAccount(db, who, { currency: 'THB' });
});

const approved = async (quoted: Quoted) => {
  const order = conversionOf(quoted, { source, target });
  return { ...order, approval: await givenApproval(db, who, session, purposeOf(quoted, order)) };
};
const confirm = async (quoted: Quoted) => convertAs(db, who, session, await approved(quoted));
const refuses = async (code: RefusalCode, quoted: Quoted) => {
  const order = await approved(quoted);
  await expectRefusal(db, code, () => convertAs(db, who, session, order));
};
const ageQuotes = () =>
  sql`update fx.quote set made_at = made_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes'`.execute(
    db,
  );
const pricedFrom = (day: string) =>
  sql`update fx.price_rule set effective_from = ${day}::timestamptz where sell = 'GBP' and buy = 'JPY'`.execute(db);
const givenNoPrice = () => pricedFrom('2999-01-01');
const givenPrice = () => pricedFrom('2020-01-01');
const stateOf = async ({ quoteId }: Quoted) =>
  (await db.selectFrom('fx.quote').select('state').where('id', '=', quoteId).executeTakeFirstOrThrow()).state;

describe('quote', () => {
  it('returns both amounts, mid rate, margin, total cost and expiry', async () => {
    const quoted = await quoteAs(db, who);
    expect(quoted).toMatchObject({
      sellAmount: { amount: '100.00', currency: 'GBP' },
      buyAmount: { amount: '4318.39', currency: 'THB' },
      midRate: '43.3356305996',
      rate: '43.1839558925',
      shown: { base: 'GBP', quote: 'THB', rate: '43.1839' },
      shownMid: { base: 'GBP', quote: 'THB', rate: '43.3356' },
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
    const quoted = await quoteAs(db, who, { sell: 'THB', buy: 'GBP', side: 'buy', amount: '100.00' });
    expect(quoted).toMatchObject({
      buyAmount: { amount: '100.00', currency: 'GBP' },
      shownMid: {
        base: 'THB',
        quote: 'GBP',
        rate: '0.023075',
        market: { base: 'GBP', quote: 'THB', rate: '43.3357' },
      },
    });
    expect(Number(quoted.sellAmount.amount)).toBeCloseTo(4348.78, 1);
  });

  it('gives a wallet customer the wallet price and the saving with Plus', async () => {
    const boon = await givenCustomer(db, { kind: 'wallet' });
    const offer = (isOn: boolean) =>
      db.updateTable('customer.customer').set({ feature_upgrade: isOn }).where('id', '=', boon.customer.id).execute();
    await offer(false);
    expect(await quoteAs(db, boon)).toMatchObject({ marginBps: 90, plusRate: null, plusSaving: null });
    await offer(true);
    const quoted = await quoteAs(db, boon);
    expect(quoted).toMatchObject({
      marginBps: 90,
      buyAmount: { amount: '4294.56' },
      plusRate: { rate: '43.1839' },
      plusSaving: { amount: '23.83', currency: 'THB' },
    });
  });

  it('for a payee requires the payee’s currency and cross-currency payments switched on', async () => {
    const payee = await givenPayee(db, who);
    const toPounds = { sell: 'EUR', buy: 'GBP', payeeUid: payee.id } as const;
    expect(await quoteAs(db, who, toPounds)).toMatchObject({ buy: 'GBP', tradable: true });
    await expectRefusal(db, 'payee_not_approved', () => quoteAs(db, who, { ...toPounds, buy: 'THB' }));
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => quoteAs(db, other, toPounds));
    await sql`update payment.service set is_on = key <> 'payment.crosscurrency' where key in ('payment.crosscurrency', 'fx.instant')`.execute(
      db,
    );
    await expectRefusal(db, 'service_off', () => quoteAs(db, who, toPounds));
    await sql`update payment.service set is_on = key <> 'fx.instant' where key in ('payment.crosscurrency', 'fx.instant')`.execute(
      db,
    );
    expect(await quoteAs(db, who, toPounds)).toMatchObject({ buy: 'GBP' });
    await sql`update payment.service set is_on = true where key = 'fx.instant'`.execute(db);
  });

  it('replaces one earlier quote of the same person only', async () => {
    const [first, foreign] = [await quoteAs(db, who), await quoteAs(db, await givenCustomer(db))];
    await quoteAs(db, who, { replaces: first.quoteId });
    await quoteAs(db, who, { replaces: foreign.quoteId });
    expect([await stateOf(first), await stateOf(foreign)]).toEqual(['withdrawn', 'open']);
    await refuses('quote_expired', first);
  });

  it.each<[string, Parameters<typeof quoteAs>[2], Parameters<typeof expectRefusal>[1]]>([
    ['nothing', { amount: '0' }, 'amount_invalid'],
    ['half a penny', { amount: '1.005' }, 'amount_invalid'],
    ['what buys less than a penny', { sell: 'THB', buy: 'GBP', amount: '0.10' }, 'amount_invalid'],
    ['a currency for itself', { buy: 'GBP' }, 'pair_unavailable'],
    ['more than one deal may be', { amount: '250000.01' }, 'limit_exceeded'],
  ])('is refused for %s', async (_, wanted, code) => {
    await expectRefusal(db, code, () => quoteAs(db, who, wanted));
  });

  it('is refused for a pair without a current price rule', async () => {
    await givenNoPrice();
    await expectRefusal(db, 'pair_unavailable', () => quoteAs(db, who, { buy: 'JPY' }));
    expect(await inTransaction(db, (tx) => marginsOf({ tx }, 'GBP', 'JPY'))).toBeUndefined();
    await givenPrice();
  });

  it('is a whole number in a currency without decimals, and refuses a fraction', async () => {
    expect(await quoteAs(db, who, { buy: 'JPY' })).toMatchObject({
      buyAmount: { amount: '21375', currency: 'JPY' },
      shown: { base: 'GBP', quote: 'JPY', rate: '213.7564' },
    });
    expect(await quoteAs(db, who, { sell: 'JPY', buy: 'GBP', amount: '21375' })).toMatchObject({
      sellAmount: { amount: '21375', currency: 'JPY' },
      buyAmount: { amount: '99.29', currency: 'GBP' },
      shown: { base: 'JPY', quote: 'GBP', rate: '0.0046455', market: { base: 'GBP', quote: 'JPY', rate: '215.2607' } },
    });
    await expectRefusal(db, 'amount_invalid', () => quoteAs(db, who, { sell: 'JPY', buy: 'GBP', amount: '100.5' }));
  });

  it('is refused when the rate is stale, the service off or trading not permitted', async () => {
    const idle = await givenCustomer(db, { allowedTrade: false });
    const { data } = await expectRefusal(db, 'account_restricted', () => quoteAs(db, idle));
    expect(data).toEqual({ reasonCode: 'trade_not_allowed' });
    await sql`update payment.service set is_on = false where key = 'fx.instant'`.execute(db);
    await expectRefusal(db, 'service_off', () => quoteAs(db, who));
    await sql`update payment.service set is_on = true where key = 'fx.instant'`.execute(db);
    await db.deleteFrom('rate.latest').execute();
    await expectRefusal(db, 'rate_unavailable', () => quoteAs(db, who));
  });
});

it('returns the margin of each tier from the current price rule', async () => {
  const margins = () => inTransaction(db, (tx) => marginsOf({ tx }, 'GBP', 'THB'));
  expect(await margins()).toEqual({ plus: 35, wallet: 90 });
  expect(formatRate(tierRate(rateOf('GBP', 'THB', 43n, 1n), 90), 4)).toBe('42.6130');
  const later = sql`insert into fx.price_rule select sell, buy, tier, 40, fee_minor, most_minor, quote_seconds, off_quote_seconds,
    case tier when 'plus' then now() - interval '1 day' else now() + interval '1 day' end
    from fx.price_rule where sell = 'GBP' and buy = 'THB'`;
  await later.execute(db);
  expect(await margins()).toEqual({ plus: 40, wallet: 90 });
  await sql`delete from fx.price_rule where margin_bps = 40`.execute(db);
});

describe('outside market hours', () => {
  it('a markup applies and the quote is valid for less time', async () => {
    await givenMarket(db, 'markup');
    const quoted = await quoteAs(db, who);
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
    await givenMarket(db, 'indicative');
    const quoted = await quoteAs(db, who);
    expect(quoted).toMatchObject({ tradable: false, marginBps: 35 });
    await refuses('market_closed', quoted);
    await givenMarket(db, 'block');
    const refusal = await expectRefusal(db, 'market_closed', () => quoteAs(db, who));
    expect(refusal.data?.opensAt).toMatch(/^\d{4}-/);
  });
});

it('refuses more quotes than the setting allows, for one minute', async () => {
  await sql`insert into fx.setting values (now(), 3)`.execute(db);
  for (let n = 0; n < 3; n += 1) await quoteAs(db, who);
  const refusal = await expectRefusal(db, 'rate_limited', () => quoteAs(db, who));
  expect(refusal.retryAfterSeconds).toBeGreaterThan(50);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(refusal.message).toContain('Nothing was exchanged');
  await quoteAs(db, await givenCustomer(db));
  await ageQuotes();
  await quoteAs(db, who);
  await sql`delete from fx.setting where quotes_per_minute = 3`.execute(db);
});

describe('conversion', () => {
  it('books both amounts, position, spread and rounding to their own accounts', async () => {
    const before = await trialBalance(db);
    const done = await confirm(await quoteAs(db, who));
    expect(done).toMatchObject({
      sold: { amount: { amount: '100.00' }, balance: { amount: '900.00' }, available: { amount: '900.00' } },
      bought: { amount: { amount: '4318.39' }, balance: { amount: '4318.39' } },
      shown: { rate: '43.1839' },
    });
    expect([await standingOf(db, source), await standingOf(db, target)]).toEqual([
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
    const done = await confirm(await quoteAs(db, who));
    const { rows } = await sql<{ description: string }>`
      select description from books.narrative where operation_id = ${done.uid}`.execute(db);
    expect(rows).toEqual([{ description: 'Exchange of GBP into THB, 1 GBP = 43.1839 THB' }]);
    const told = await db
      .selectFrom('kernel.event')
      .select('payload')
      .where('topic', '=', 'fx.converted')
      .orderBy('id')
      .execute();
    expect(told.at(-1)?.payload).toMatchObject({ conversionId: done.uid, rate: '1 GBP = 43.1839 THB' });
  });

  it('of the whole balance never fails by rounding, whichever side is fixed', async () => {
    const all = await quoteAs(db, who, { amount: '1000.00' });
    const typedAsBought = await quoteAs(db, who, { side: 'buy', amount: all.buyAmount.amount });
    expect(Number(typedAsBought.sellAmount.amount)).toBeLessThanOrEqual(1000);
    expect(await confirm(all)).toMatchObject({ sold: { balance: { amount: '0.00' } } });
  });

  it('happens once per quote, however many requests arrive at the same time', async () => {
    const quoted = await quoteAs(db, who);
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => confirm(quoted)));
    const refused = tries.filter((t) => t.status === 'rejected').map((t) => (t.reason as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: 11 }, () => 'quote_used'));
    expect(await standingOf(db, source)).toEqual(['900.00', '900.00']);
    expect(await stateOf(quoted)).toBe('used');
  });

  it('is refused with an expired quote, which the expiry job then records', async () => {
    const quoted = await quoteAs(db, who);
    await ageQuotes();
    await refuses('quote_expired', quoted);
    await sweepQuotes(db);
    expect(await stateOf(quoted)).toBe('expired');
  });

  it.each([
    ['up', '0.8660'],
    ['down', '0.8752'],
  ])('honours a quote after a small market move and refuses it after a jump %s', async (_, jumped) => {
    const [kept, lost] = [await quoteAs(db, who), await quoteAs(db, who)];
    await givenRates(db, { ...quietDay, GBP: '0.8725' });
    expect((await quoteAs(db, who)).buyAmount).not.toEqual(kept.buyAmount);
    expect(await confirm(kept)).toMatchObject({ bought: { amount: { amount: '4318.39' } } });
    await givenRates(db, { ...quietDay, GBP: jumped });
    await refuses('rate_moved', lost);
  });

  it('is refused when the PIN authorised anything else', async () => {
    const [quoted, dearer] = [await quoteAs(db, who), await quoteAs(db, who, { amount: '100.01' })];
    const other = await givenAccount(db, who, { currency: 'THB' });
    const order = conversionOf(quoted, { source, target });
    const approval = await givenApproval(db, who, session, purposeOf(quoted, order));
    const attempts: Partial<ConversionOrder>[] = [
      { targetBankholderId: other.bankholderId },
      { quoteId: dearer.quoteId },
      { idempotency: '019a0000-0000-7000-8000-000000000000' },
    ];
    const misled = await givenApproval(db, who, session, purposeOf(dearer, order));
    await expectRefusal(db, 'approval_invalid', () => convertAs(db, who, session, { ...order, approval: misled }));
    for (const over of attempts)
      await expectRefusal(db, 'approval_invalid', () => convertAs(db, who, session, { ...order, ...over, approval }));
    const elsewhere = await givenSession(db, who);
    await expectRefusal(db, 'approval_invalid', () => convertAs(db, who, elsewhere, { ...order, approval }));
    await convertAs(db, who, session, { ...order, approval });
  });

  it('is refused for accounts or quotes of another customer, a wrong currency, and missing money', async () => {
    const other = await givenCustomer(db);
    const [foreignQuote, foreign] = [await quoteAs(db, other), await givenAccount(db, other, { currency: 'THB' })];
    const euros = await givenAccount(db, who, { currency: 'EUR' });
    const quoted = await quoteAs(db, who);
    const order = conversionOf(quoted, { source, target });
    const approval = 'no approval gets this far';
    const attempt = (over: Partial<ConversionOrder>) => () =>
      convertAs(db, who, session, { ...order, ...over, approval });
    await expectRefusal(db, 'not_found', attempt({ quoteId: foreignQuote.quoteId }));
    await expectRefusal(db, 'not_found', attempt({ targetBankholderId: foreign.bankholderId }));
    await expectRefusal(db, 'account_not_usable', attempt({ targetBankholderId: euros.bankholderId }));
    const tooMuch = await quoteAs(db, who, { amount: '1000.01' });
    const full = conversionOf(tooMuch, { source, target });
    const real = await givenApproval(db, who, session, purposeOf(tooMuch, full));
    await expectRefusal(db, 'insufficient_funds', () => convertAs(db, who, session, { ...full, approval: real }));
  });

  it('works between wallets at the wallet price', async () => {
    const boon = await givenCustomer(db, { kind: 'wallet' });
    const open = (currency: 'GBP' | 'THB') =>
      inTransaction(db, (tx) => openWallet(tx, { customerId: boon.customer.id, currency, name: currency }));
    const [pounds, bahts] = [await open('GBP'), await open('THB')];
    await givenCredit(db, pounds as unknown as BankAccount, '100.00');
    const quoted = await quoteAs(db, boon);
    const order = conversionOf(quoted, { source: pounds, target: bahts });
    const sessionId = await givenSession(db, boon);
    const approval = await givenApproval(db, boon, sessionId, purposeOf(quoted, order));
    expect(await convertAs(db, boon, sessionId, { ...order, approval })).toMatchObject({
      sold: { bankholderid: pounds.bankholderId, balance: { amount: '0.00' } },
      bought: { bankholderid: bahts.bankholderId, balance: { amount: '4294.56' } },
    });
  });
});

it('2,000 random conversions keep the books balanced, and each record matches its postings', async () => {
  const accounts = {
    GBP: source,
    EUR: await givenAccount(db, who, { currency: 'EUR', balance: '50000.00' }),
    THB: target,
    USD: await givenAccount(db, who, { currency: 'USD', balance: '1000.00' }),
    JPY: await givenAccount(db, who, { currency: 'JPY', balance: '100000' }),
  };
  const codes = Object.keys(accounts) as (keyof typeof accounts)[];
  let seed = 20_261_121n;
  const next = (below: number): number => {
    seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((seed >> 33n) % BigInt(below));
  };
  let done = 0;
  for (let turn = 0; turn < 100; turn += 1)
    await inTransaction(db, async (tx, now) => {
      for (let step = 0; step < 20; step += 1) {
        const first = next(5);
        const [sell, buy] = [codes[first] ?? 'GBP', codes[(first + 1 + next(4)) % 5] ?? 'THB'];
        const side = next(2) === 0 ? 'sell' : 'buy';
        const amount = money(side === 'sell' ? sell : buy, BigInt(1 + next(next(2) === 0 ? 200 : 2000)));
        const wanted = { tier: next(2) === 0 ? 'plus' : 'wallet', side, sell, buy, amount } as const;
        const priced = await priceNow({ tx, now }, wanted).catch(() => undefined);
        if (!priced) continue;
        const [from, to] = [accounts[sell].ledgerAccountId, accounts[buy].ledgerAccountId];
        const deal = { customerId: who.customer.id, personId: null, cause: 'auto', quoteId: null, from, to } as const;
        const funded = await sql<{ enough: boolean }>`
          select credits_posted - debits_posted - debits_pending >= ${priced.price.sell.minor} as enough
          from ledger.account where id = ${from}`.execute(tx);
        if (!funded.rows[0]?.enough) continue;
        await convert({ tx, now }, { ...deal, price: priced.price });
        done += 1;
      }
    });
  expect(done).toBeGreaterThan(1500);
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
}, 120_000);

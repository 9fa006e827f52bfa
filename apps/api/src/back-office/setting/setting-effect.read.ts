import type { SettingEffect } from '@larkmere/contract/back-office/setting';
import type { SettingName } from '@larkmere/contract/back-office/setting-sheets';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import {
  type Currency,
  compare,
  formatAmount,
  isCurrency,
  type Money,
  readAmount,
  subtract,
  zero,
} from '@larkmere/money/money';
import { sql } from 'kysely';
import {
  convertAtMid,
  currentMarketHours,
  exchangeCostIncludingDeductions,
  findClosedMoment,
  spotPrice,
  type Tier,
} from '../../fx/conversion/conversion.ts';
import type { MarketingRule } from '../../fx/marketing/marketing.ts';
import { calculatePrice, type RailRoute, swiftRoute } from '../../payments/pricing/pricing.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { withRowsInForce } from '../../platform/settings/with-rows-in-force.ts';
import { serviceOfRail } from '../../reference/service-breaker/service-breaker.ts';
import type { StoredSheet } from './setting-tables.ts';
import type { StoredRow } from './sheet-rows.ts';

type CustomersByTier = Readonly<Record<'plus' | 'wallet', number>>;

/** Those that a setting is about: with open automatic orders, or all that are active. */
async function countCustomers(tx: Tx, setting: SettingName): Promise<CustomersByTier> {
  const isTouched =
    setting === 'autofx'
      ? sql`exists (select from auto_fx.auto_order o where o.customer_id = c.id
          and o.state not in ('filled', 'failed_final', 'expired', 'cancelled'))`
      : sql`c.state = 'active'`;
  const { rows } = await sql<{ kind: 'plus' | 'wallet'; count: number }>`
    select kind, count(*)::int as count from customer.customer c where ${isTouched} group by kind`.execute(tx);
  const of = (tier: 'plus' | 'wallet'): number => rows.find(({ kind }) => kind === tier)?.count ?? 0;
  return { plus: of('plus'), wallet: of('wallet') };
}

/** An active customer of a tier with SWIFT, because the price of a payment depends on the payer. */
async function findExampleCustomer(tx: Tx, tier: 'plus' | 'wallet'): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from customer.customer where kind = ${tier} and swift and state = 'active' order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

const pounds = ['100', '1000', '25000'].map((text) => readAmount('GBP', text) ?? zero('GBP'));
const tiers: readonly Tier[] = ['wallet', 'plus'];
const mostExamples = 3;

/** What a customer of a tier pays in all for something of this amount. */
type Example = Readonly<{ what: string; tier: Tier; amount: Money; price: (ctx: StaffCtx) => Promise<Money> }>;

/** By the price functions themselves, with the rows in force and with the given ones instead. Writes nothing. */
export async function findEffect(
  ctx: StaffCtx,
  stored: StoredSheet,
  rows: readonly StoredRow[],
): Promise<Omit<SettingEffect, 'notice'>> {
  const { tx } = ctx;
  const asIf = <T>(work: () => Promise<T>): Promise<T> => withRowsInForce(tx, stored.setting, rows, work);
  const closedAt = (await asIf(() => closedMoment(ctx, stored))) ?? (await closedMoment(ctx, stored));
  const examples = await listExamples(ctx, stored, rows, closedAt);
  const before = await priceAll(ctx, examples);
  const after = await asIf(() => priceAll(ctx, examples));
  const customers = await countCustomers(tx, stored.name);
  const changeOf = (place: number): number => {
    const [from, to] = [before[place], after[place]];
    return from && to ? compare(to, from) : 0;
  };
  const some = (tier: Tier, sign: number): boolean =>
    examples.some((example, place) => example.tier === tier && Math.sign(changeOf(place)) === sign);
  const count = (isTouched: (tier: Tier) => boolean) => ({
    plus: isTouched('plus') ? customers.plus : 0,
    wallet: isTouched('wallet') ? customers.wallet : 0,
  });
  return {
    examples: examples.map(({ what, tier, amount }, place) => ({
      what,
      tier,
      amount: toView(amount),
      before: toView(before[place]),
      after: toView(after[place]),
      difference: toView(differenceOf(before[place], after[place])),
    })),
    payMore: count((tier) => some(tier, 1)),
    payLess: count((tier) => some(tier, -1) && !some(tier, 1)),
    customers,
  };
}

const differenceOf = (before: Money | undefined, after: Money | undefined): Money | undefined =>
  before && after ? subtract(after, before) : undefined;

function toView(amount: Money): SettingEffect['examples'][number]['amount'];
function toView(amount: Money | undefined): SettingEffect['examples'][number]['before'];
function toView(amount: Money | undefined) {
  return amount ? { amount: formatAmount(amount), currency: amount.currency } : null;
}

async function priceAll(ctx: StaffCtx, examples: readonly Example[]): Promise<(Money | undefined)[]> {
  const priced: (Money | undefined)[] = [];
  for (const { price } of examples)
    priced.push(
      await price(ctx).catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      }),
    );
  return priced;
}

async function closedMoment({ tx, now }: StaffCtx, { name }: StoredSheet): Promise<Date | undefined> {
  if (name !== 'rate-offtime') return undefined;
  return findClosedMoment((await currentMarketHours(tx)).times, 'GBP/EUR', now);
}

async function listExamples(
  ctx: StaffCtx,
  { name, sheet }: StoredSheet,
  rows: readonly StoredRow[],
  closedAt: Date | undefined,
): Promise<Example[]> {
  if (name === 'rate-offtime') return closedAt ? exchangeExamples(ctx, ['GBP EUR', 'GBP THB'], closedAt) : [];
  if (name === 'cab-pair-currencies')
    return exchangeExamples(
      ctx,
      distinct(rows, ({ sell, buy }) => `${sell} ${buy}`),
    );
  if (sheet.key === 'railFees') return railExamples(ctx, rows);
  if (sheet.key === 'campaigns') return campaignExamples(ctx, rows as readonly MarketingRule[]);
  if (sheet.key !== 'fees' && sheet.key !== 'charges') return [];
  const bearer = sheet.key === 'fees' ? 'SHA' : 'OUR';
  const currencies = distinct(rows, ({ currency }) => String(currency)).filter(isCurrency);
  return paymentExamples(ctx, currencies, { ...swiftRoute, chargeBearer: bearer });
}

const distinct = (rows: readonly StoredRow[], textOf: (row: StoredRow) => string): string[] =>
  [...new Set(rows.map(textOf))].slice(0, mostExamples);

async function exchangeExamples(ctx: StaffCtx, pairs: readonly string[], marketAt = ctx.now): Promise<Example[]> {
  const examples: Example[] = [];
  for (const pair of pairs) {
    const [sell, buy] = pair.split(' ') as [Currency, Currency];
    for (const amount of await amountsIn(ctx, sell))
      for (const tier of tiers)
        examples.push({
          what: `${sell}/${buy}`,
          tier,
          amount,
          price: async (at) => {
            const { price } = await spotPrice(at, { tier, side: 'sell', sell, buy, amount }, marketAt);
            return exchangeCostIncludingDeductions(price, zero(buy));
          },
        });
  }
  return examples;
}

async function paymentExamples(ctx: StaffCtx, currencies: readonly Currency[], route: RailRoute): Promise<Example[]> {
  const examples: Example[] = [];
  const payers = {
    wallet: await findExampleCustomer(ctx.tx, 'wallet'),
    plus: await findExampleCustomer(ctx.tx, 'plus'),
  };
  for (const currency of currencies)
    for (const amount of await amountsIn(ctx, currency))
      for (const tier of tiers) {
        const customerId = payers[tier];
        if (customerId === undefined) continue;
        const payer = { customerId, userId: customerId, userType: tier, limits: null };
        examples.push({
          what: [route.rail, route.chargeBearer, currency].filter(Boolean).join(' '),
          tier,
          amount,
          price: async (at) => (await calculatePrice(at, payer, route, amount, { isEstimate: true })).standardFee,
        });
      }
  return examples;
}

async function railExamples(ctx: StaffCtx, rows: readonly StoredRow[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const each of distinct(rows, ({ rail, currency }) => `${rail} ${currency}`)) {
    const [rail, currency] = each.split(' ') as [RailName, Currency];
    examples.push(...(await paymentExamples(ctx, [currency], { rail, serviceKey: serviceOfRail(rail) })));
  }
  return examples;
}

async function campaignExamples(ctx: StaffCtx, rules: readonly MarketingRule[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const { product, currency, buy } of rules.slice(0, mostExamples)) {
    const into = buy ?? (currency === 'GBP' ? 'EUR' : 'GBP');
    const found =
      product === 'exchange'
        ? await exchangeExamples(ctx, [`${currency} ${into}`])
        : await paymentExamples(ctx, [currency], { rail: product, serviceKey: '' });
    examples.push(...found);
  }
  return examples;
}

/** What the three amounts in pounds are worth. */
async function amountsIn(ctx: StaffCtx, currency: Currency): Promise<Money[]> {
  const worth = await Promise.all(pounds.map((amount) => convertAtMid(ctx, amount, currency)));
  return worth.flatMap((amount) => (amount ? [amount] : []));
}

import { PriceRise } from '@larkmere/contract/customers/price-notice';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { formatAmount, type Money, money, readAmount, subtract } from '@larkmere/money/money';
import { divide, formatFraction } from '@larkmere/money/rate';
import { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import type { StoredSheet } from './setting-tables.ts';
import type { StoredRow } from './sheet-rows.ts';

type Tier = PriceRise['tier'];
/** An amount in minor units, or basis points of a percentage. */
type Price = Omit<PriceRise, 'before' | 'after' | 'example'> & Readonly<{ value: bigint }>;

const everyTier: readonly Tier[] = ['wallet', 'plus'];
const priceDefaults = { buy: null, label: null, unit: 'fixed' } as const;

/** Minor units of a stored change are text or numbers of JSON. */
const toMinor = (value: unknown): bigint => BigInt(String(value));

const Minor = z.unknown().transform(toMinor);
const { product: Product, tier: StoredTier } = PriceRise.shape;
const FeeRule = z.object({ rail: Product, tier: StoredTier, currency: CurrencyCode, feeMinor: Minor });
const ChargeRule = z.object({ currency: CurrencyCode, ourFeeMinor: Minor });
const ExchangeRule = z.object({ sell: CurrencyCode, buy: CurrencyCode, tier: StoredTier, feeMinor: Minor });
const TopUpRule = z.object({ currency: CurrencyCode, feeBps: Minor });
const CardRule = z.object({
  currency: CurrencyCode,
  virtualFeeMinor: Minor,
  physicalFeeMinor: Minor,
  replacementFeeMinor: Minor,
});
const CardPaymentRule = z.object({ feeBps: Minor });
const Campaign = z.object({
  audience: z.string(),
  product: Product,
  currency: CurrencyCode,
  buy: CurrencyCode.nullable(),
  label: z.string().nullish(),
  effect: z.string(),
  value: z.unknown(),
  ends: z.string().nullish(),
});

type PricesOf = (row: StoredRow, day: string) => readonly Price[];

/** Stored rows were checked when they were proposed, so a row that does not fit is an error of ours. */
const pricesFrom =
  <T>(schema: z.ZodType<T>, list: (row: T, day: string) => readonly Price[]): PricesOf =>
  (row, day) =>
    list(schema.parse(row), day);

/**
 * The fees of a row, by table. Exchange margins and out-of-hours markups are not among them: the terms promise to show
 * them before each exchange, and not to announce them. Nor is the estimate of what other banks charge.
 */
const pricesOf: Readonly<Record<string, PricesOf>> = {
  'payment.fee_rule': pricesFrom(FeeRule, ({ rail, currency, tier, feeMinor }) => [
    { ...priceDefaults, product: rail, tier, currency, value: feeMinor },
  ]),
  'payment.charge_rule': pricesFrom(ChargeRule, ({ currency, ourFeeMinor }) =>
    everyTier.map((tier) => ({ ...priceDefaults, product: 'swift-our', tier, currency, value: ourFeeMinor })),
  ),
  'fx.price_rule': pricesFrom(ExchangeRule, ({ sell, buy, tier, feeMinor }) => [
    { ...priceDefaults, product: 'exchange', tier, currency: sell, buy, value: feeMinor },
  ]),
  'marketing.rule': pricesFrom(Campaign, campaignPrices),
  'top_up.rule': pricesFrom(TopUpRule, ({ currency, feeBps }) => [
    { ...priceDefaults, product: 'top-up', tier: 'wallet', currency, unit: 'percent', value: feeBps },
  ]),
  'issued_card.rule': pricesFrom(CardRule, ({ currency, ...fees }) =>
    (
      [
        ['virtual-card', fees.virtualFeeMinor],
        ['physical-card', fees.physicalFeeMinor],
        ['replacement-card', fees.replacementFeeMinor],
      ] as const
    ).map(([product, value]) => ({ ...priceDefaults, product, tier: 'plus', currency, value })),
  ),
  'card_payment.rule': pricesFrom(CardPaymentRule, ({ feeBps }) => [
    { ...priceDefaults, product: 'card-abroad', tier: 'plus', currency: null, unit: 'percent', value: feeBps },
  ]),
};

/** A fee that is added. Discounts end at any time: the fee that they are taken off is the announced one. */
function campaignPrices(row: z.output<typeof Campaign>, day: string): readonly Price[] {
  const { audience, product, currency, buy, label, effect, value, ends } = row;
  const isOver = ends !== null && ends !== undefined && ends < day;
  // Stored with two decimals, also in currencies that have none.
  const amount = readAmount(currency, String(value).replace(/\.0*$/, ''));
  return everyTier
    .filter((tier) => effect === 'add' && !isOver && (audience === 'all' || audience === tier))
    .map((tier) => ({
      ...priceDefaults,
      product,
      tier,
      currency,
      buy,
      label: label ?? null,
      value: amount?.minor ?? 0n,
    }));
}

const identityOf = ({ product, tier, currency, buy }: Price): string => [product, tier, currency, buy].join(' ');

const keyOf = ({ setting }: StoredSheet, row: StoredRow): string =>
  Object.keys(setting.key)
    .map((column) => row[column])
    .join(' ');

/** The prices that these rows raise above those in force at the time. Where there was no fee, it was nothing. */
export async function findRises(
  tx: Tx,
  stored: StoredSheet,
  rows: readonly StoredRow[],
  at: Date,
): Promise<Map<StoredRow, readonly PriceRise[]>> {
  const { setting } = stored;
  const list = pricesOf[setting.table];
  if (!list) return new Map();
  const day = londonDay(at);
  const inForce = new Map((await listSettings(tx, setting, {}, at)).map((row) => [keyOf(stored, row), row]));
  return new Map(
    rows.flatMap((row) => {
      const former = inForce.get(keyOf(stored, row));
      const before = new Map((former ? list(former, day) : []).map((price) => [identityOf(price), price.value]));
      const rises = list(row, day).flatMap((price) => {
        const valueBefore = before.get(identityOf(price)) ?? 0n;
        return price.value > valueBefore ? [toRise(price, valueBefore)] : [];
      });
      return rises.length > 0 ? [[row, rises] as const] : [];
    }),
  );
}

const thousand = '1000';
const basisPointsOfOne = 10_000n;

function toRise({ value, ...price }: Price, valueBefore: bigint): PriceRise {
  const currency = price.currency ?? 'GBP';
  const example = readAmount(currency, thousand) ?? money(currency, 0n);
  const isFixed = price.unit === 'fixed';
  const cost = (of: bigint): Money =>
    money(currency, isFixed ? of : divide(example.minor * of, basisPointsOfOne, 'half-up'));
  const text = (of: bigint): string => (isFixed ? formatAmount(cost(of)) : percentText(of));
  const [before, after] = [cost(valueBefore), cost(value)];
  return {
    ...price,
    before: text(valueBefore),
    after: text(value),
    example: {
      amount: isFixed ? null : toView(example),
      before: toView(before),
      after: toView(after),
      difference: toView(subtract(after, before)),
    },
  };
}

const percentText = (basisPoints: bigint): string => formatFraction(basisPoints, 100n, 2, 'down');

const toView = (amount: Money) => ({ amount: formatAmount(amount), currency: amount.currency });

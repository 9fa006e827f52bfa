import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import { type Currency, formatAmount, type Money, money, readAmount, subtract } from '@larkmere/money/money';
import { divide, formatFraction } from '@larkmere/money/rate';
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

/**
 * The fees of a row, by table. Exchange margins and out-of-hours markups are not among them: the terms promise to show
 * them before each exchange, and not to announce them. Nor is the estimate of what other banks charge.
 */
const pricesOf: Readonly<Record<string, (row: StoredRow, day: string) => readonly Price[]>> = {
  'payment.fee_rule': ({ rail, currency, tier, feeMinor }) => [
    {
      ...priceDefaults,
      product: rail as Price['product'],
      tier: tier as Tier,
      currency: currency as Currency,
      value: toMinor(feeMinor),
    },
  ],
  'payment.charge_rule': ({ currency, ourFeeMinor }) =>
    everyTier.map((tier) => ({
      ...priceDefaults,
      product: 'swift-our',
      tier,
      currency: currency as Currency,
      value: toMinor(ourFeeMinor),
    })),
  'fx.price_rule': ({ sell, buy, tier, feeMinor }) => [
    {
      ...priceDefaults,
      product: 'exchange',
      tier: tier as Tier,
      currency: sell as Currency,
      buy: buy as Currency,
      value: toMinor(feeMinor),
    },
  ],
  'marketing.rule': campaignPrices,
  'top_up.rule': ({ currency, feeBps }) => [
    {
      ...priceDefaults,
      product: 'top-up',
      tier: 'wallet',
      currency: currency as Currency,
      unit: 'percent',
      value: toMinor(feeBps),
    },
  ],
  'issued_card.rule': ({ currency, ...fees }) =>
    (
      [
        ['virtual-card', fees.virtualFeeMinor],
        ['physical-card', fees.physicalFeeMinor],
        ['replacement-card', fees.replacementFeeMinor],
      ] as const
    ).map(([product, fee]) => ({
      ...priceDefaults,
      product,
      tier: 'plus',
      currency: currency as Currency,
      value: toMinor(fee),
    })),
  'card_payment.rule': ({ feeBps }) => [
    {
      ...priceDefaults,
      product: 'card-abroad',
      tier: 'plus',
      currency: null,
      unit: 'percent',
      value: toMinor(feeBps),
    },
  ],
};

/** A fee that is added. Discounts end at any time: the fee that they are taken off is the announced one. */
function campaignPrices(row: StoredRow, day: string): readonly Price[] {
  const { audience, product, currency, buy, label, effect, value, ends } = row as Readonly<
    Record<string, string | null>
  >;
  const isOver = ends !== null && ends !== undefined && ends < day;
  // Stored with two decimals, also in currencies that have none.
  const amount = readAmount(currency as Currency, String(value).replace(/\.0*$/, ''));
  return everyTier
    .filter((tier) => effect === 'add' && !isOver && (audience === 'all' || audience === tier))
    .map((tier) => ({
      ...priceDefaults,
      product: product as Price['product'],
      tier,
      currency: currency as Currency,
      buy: buy as Currency | null,
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

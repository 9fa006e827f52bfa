/**
 * Campaigns: a fee or discount on top of the fees of exchanges and payments, for a tier and until a date. Discounts
 * come off the fee itself, never below nothing; then fees are added. The customer sees each by its label.
 */

import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { add, type Currency, isZero, type Money, money, readAmount, subtract, zero } from '@larkmere/money/money';
import { divide } from '@larkmere/money/rate';
import { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import { defineSetting, listSettings, minorUnits, type SettingRow } from '../../platform/settings/setting.ts';
import { londonDay } from '../../platform/time/london-day.ts';

/** A fee or discount of a campaign on top of the fees of exchanges and payments. */
export const marketingRule = defineSetting({
  table: 'marketing.rule',
  key: { code: z.string().regex(/^[A-Z0-9-]{2,30}$/) },
  values: {
    label: z.string().min(1).max(60),
    audience: z.enum(['all', 'wallet', 'plus']),
    product: z.enum(['exchange', ...RailName.options]),
    currency: CurrencyCode,
    buy: CurrencyCode.nullable(),
    effect: z.enum(['add', 'waive', 'discount']),
    unit: z.enum(['fixed', 'pct']),
    value: z.string(),
    capMinor: minorUnits.nullable(),
    ends: z.iso.date().nullable(),
  },
  area: 'prices',
});
export type MarketingRule = SettingRow<typeof marketingRule>;

/** What a rule changes in a fee: negative for a discount. */
export type FeeLine = Readonly<{ label: string; amount: Money }>;
type PricedFee = Readonly<{ fee: Money; lines: readonly FeeLine[] }>;

/** The rules in force that have not ended. */
export async function currentMarketingRules(tx: Tx, now: Date): Promise<MarketingRule[]> {
  const day = londonDay(now);
  const rules = await listSettings(tx, marketingRule);
  return rules.filter(({ ends }) => ends === null || ends >= day);
}

/** A rule as JSON has it, with `value` as text. */
type MarketingJson = Omit<MarketingRule, 'capMinor'> & Readonly<{ capMinor: number | null }>;

export const fromMarketingJson = ({ capMinor: cap, ...rule }: MarketingJson): MarketingRule => ({
  ...rule,
  capMinor: cap === null ? null : BigInt(cap),
});

type FeeOf = Readonly<{ product: MarketingRule['product']; tier: 'plus' | 'wallet'; buy?: Currency }>;

/** Discounts come off the fee itself, never below nothing; then fees are added. */
export function applyMarketingRules(
  rules: readonly MarketingRule[],
  fee: Money,
  { product, tier, buy }: FeeOf,
): PricedFee {
  const applicable = rules.filter(
    (rule) =>
      rule.product === product &&
      rule.currency === fee.currency &&
      (rule.audience === 'all' || rule.audience === tier) &&
      (rule.buy === null || rule.buy === buy),
  );
  const lines: FeeLine[] = [];
  let rest = fee;
  for (const rule of applicable.filter(({ effect }) => effect !== 'add')) {
    const off = smaller(discountOf(rule, fee), rest);
    if (isZero(off)) continue;
    rest = subtract(rest, off);
    lines.push({ label: rule.label, amount: money(off.currency, -off.minor) });
  }
  for (const rule of applicable.filter(({ effect }) => effect === 'add')) {
    const amount = fixedAmount(rule);
    rest = add(rest, amount);
    lines.push({ label: rule.label, amount });
  }
  return { fee: rest, lines };
}

const smaller = (one: Money, other: Money): Money => (one.minor < other.minor ? one : other);

function discountOf(rule: MarketingRule, fee: Money): Money {
  if (rule.effect === 'waive') return fee;
  if (rule.unit === 'fixed') return fixedAmount(rule);
  const hundredths = readAmount('GBP', rule.value)?.minor ?? 0n;
  const share = money(fee.currency, divide(fee.minor * hundredths, 10_000n, 'down'));
  return rule.capMinor === null ? share : smaller(share, money(fee.currency, rule.capMinor));
}

/** Stored with two decimals, also in currencies that have none. */
function fixedAmount({ currency, value }: MarketingRule): Money {
  return readAmount(currency, value) ?? readAmount(currency, value.replace(/\.0*$/, '')) ?? zero(currency);
}

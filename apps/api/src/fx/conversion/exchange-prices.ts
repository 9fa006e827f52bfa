import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { allInForce, listSettings, type SettingRow } from '../../platform/settings/setting.ts';
import { applyMarketingRules, currentMarketingRules, marketingRule } from '../marketing/marketing.ts';
import { marketHours, priceRule } from './conversion.settings.ts';
import { currentMarketHours, type PriceRule } from './conversion.sql.ts';
import { reopensAt } from './market-hours.ts';
import type { Tier } from './price.ts';

/** Excludes the out-of-hours markup. */
export async function pairMargins(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
  buy: Currency,
): Promise<TierMargins | undefined> {
  return tierMargins(await listSettings(tx, priceRule, { sell, buy }));
}

export async function marginsForSellCurrency(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
): Promise<Map<Currency, TierMargins>> {
  const byBought = Map.groupBy(await listSettings(tx, priceRule, { sell }), ({ buy }) => buy);
  return new Map(
    [...byBought].flatMap(([buy, rules]) => {
      const margins = tierMargins(rules);
      return margins ? [[buy, margins] as const] : [];
    }),
  );
}

type TierMargins = Readonly<Record<Tier, number>>;

function tierMargins(rules: readonly PriceRule[]): TierMargins | undefined {
  const of = (tier: Tier): number | undefined => rules.find((rule) => rule.tier === tier)?.marginBps;
  const [plus, wallet] = [of('plus'), of('wallet')];
  return plus === undefined || wallet === undefined ? undefined : { plus, wallet };
}

/** Undefined while the market of the pair is open. Without a markup nothing is exchanged until it opens. */
export async function findClosedMarket(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  sell: Currency,
  buy: Currency,
): Promise<ClosedMarket | undefined> {
  const { times, policy, markupBps } = await currentMarketHours(tx);
  const opensAt = reopensAt(times, `${sell}/${buy}`, now);
  const tradable = policy === 'markup';
  return opensAt && { opensAt, tradable, markupBps: tradable ? markupBps : { plus: 0, wallet: 0 } };
}

export type ClosedMarket = Readonly<{ opensAt: Date; tradable: boolean; markupBps: TierMargins }>;

type ExchangePrices = Readonly<{
  rules: readonly SettingRow<typeof priceRule>[];
  outOfHoursMarkupBps: number;
  changedAt: Date;
}>;

/** What `currentDealTerms` charges a tier: margin and fee by pair, and the markup while markets are closed. */
export async function listExchangePrices(tx: Tx, tier: Tier, now: Date): Promise<ExchangePrices> {
  const { policy, markupBps } = await currentMarketHours(tx);
  const marketing = await currentMarketingRules(tx, now);
  const { rows } = await sql<{ at: Date }>`
    select max(effective_from) as at from (
      select effective_from from (${allInForce(priceRule)}) rule
      union all select effective_from from (${allInForce(marketHours)}) hours
      union all select effective_from from (${allInForce(marketingRule)}) marketing) as price`.execute(tx);
  return {
    rules: (await listSettings(tx, priceRule, { tier })).map((rule) => ({
      ...rule,
      feeMinor: applyMarketingRules(marketing, money(rule.sell, rule.feeMinor), {
        product: 'exchange',
        tier,
        buy: rule.buy,
      }).fee.minor,
    })),
    outOfHoursMarkupBps: policy === 'markup' ? markupBps[tier] : 0,
    changedAt: rows[0]?.at ?? new Date(0),
  };
}

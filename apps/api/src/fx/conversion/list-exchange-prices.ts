import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { allInForce, listSettings, type SettingRow } from '../../platform/settings/setting.ts';
import { applyMarketingRules, currentMarketingRules, marketingRule } from '../marketing/marketing.ts';
import { marketHours, priceRule } from './conversion.settings.ts';
import { currentMarketHours } from './conversion.sql.ts';
import type { Tier } from './price.ts';

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

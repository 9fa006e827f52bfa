import type { Currency } from '@larkmere/money/money';
import { money } from '@larkmere/money/money';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import { offTimeInForce, priceRules } from './fx.sql.ts';
import type { DealTerms, Tier } from './fx.ts';
import { reopensAt } from './market-hours.ts';

type Wanted = Readonly<{ tier: Tier; sell: Currency; buy: Currency }>;

/** Refuses `pair_unavailable`, `market_closed`, and `rate_unavailable` when the rate is stale. */
export async function termsNow(ctx: Pick<Ctx, 'tx' | 'now'>, { tier, sell, buy }: Wanted): Promise<DealTerms> {
  const [rules, offTime] = await together(priceRules(ctx.tx, sell, buy), offTimeInForce(ctx.tx));
  const rule = rules.find((row) => row.tier === tier);
  if (!rule) throw new Refusal('pair_unavailable');
  const opensAt = reopensAt(offTime.times, `${sell}/${buy}`, ctx.now);
  const { policy, message, allowHoldUntilOpen } = offTime;
  if (opensAt && policy === 'block')
    throw new Refusal('market_closed', { message, data: { opensAt: opensAt.toISOString() } });
  const markupBps = opensAt && policy === 'markup' ? offTime.markupBps[tier] : 0;
  const { rate: mid, at: midAt } = await midRate(ctx, sell, buy);
  return {
    mid,
    midAt,
    marginBps: rule.margin_bps + markupBps,
    fee: money(sell, rule.fee_minor),
    most: money(sell, rule.most_minor),
    validSeconds: opensAt ? rule.off_quote_seconds : rule.quote_seconds,
    closed: opensAt ? { opensAt, markupBps, message, allowHoldUntilOpen } : undefined,
    indicative: opensAt !== undefined && policy === 'indicative',
  };
}

import { message } from '@larkmere/messages/message';
import type { Currency, Money } from '@larkmere/money/money';
import { money } from '@larkmere/money/money';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { applyMarketingRules, currentMarketingRules, type FeeLine } from '../marketing/marketing.ts';
import { midRate } from '../rate/rate.ts';
import { priceRule } from './conversion.settings.ts';
import { currentMarketHours } from './conversion.sql.ts';
import { reopensAt } from './market-hours.ts';
import type { PriceTerms, Tier } from './price.ts';

type TermsRequest = Readonly<{ tier: Tier; sell: Currency; buy: Currency }>;

/** Refuses `pair_unavailable`, `market_closed`, and `rate_unavailable` when the rate is stale. */
export async function currentDealTerms(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { tier, sell, buy }: TermsRequest,
  marketAt: Date = ctx.now,
): Promise<DealTerms> {
  const [rule, offTime, marketing] = await pipeline(
    readSetting(ctx.tx, priceRule, { sell, buy, tier }),
    currentMarketHours(ctx.tx),
    currentMarketingRules(ctx.tx, ctx.now),
  );
  if (!rule) throw new Refusal('pair_unavailable');
  const opensAt = reopensAt(offTime.times, `${sell}/${buy}`, marketAt);
  const { policy, message: note, allowHoldUntilOpen } = offTime;
  if (opensAt && policy === 'block')
    throw new Refusal('market_closed', {
      reason: message('market_closed_notice', { note }),
      data: { opensAt: opensAt.toISOString() },
    });
  const markupBps = opensAt && policy === 'markup' ? offTime.markupBps[tier] : 0;
  const priced = applyMarketingRules(marketing, money(sell, rule.feeMinor), { product: 'exchange', tier, buy });
  const { rate: mid, at: midAt } = await midRate(ctx, sell, buy);
  return {
    mid,
    midAt,
    marginBps: rule.marginBps + markupBps,
    fee: priced.fee,
    feeLines: priced.lines,
    maxSell: money(sell, rule.maxMinor),
    validSeconds: opensAt ? rule.offHoursQuoteSeconds : rule.quoteSeconds,
    closed: opensAt ? { opensAt, markupBps, message: note, allowHoldUntilOpen } : undefined,
    indicative: opensAt !== undefined && policy === 'indicative',
  };
}

/** `feeLines` are part of `fee`. `closed` is set while the market is closed; its `markupBps` is already part of `marginBps`. */
export type DealTerms = PriceTerms &
  Readonly<{
    midAt: Date;
    feeLines: readonly FeeLine[];
    maxSell: Money;
    validSeconds: number;
    closed: Readonly<{ opensAt: Date; markupBps: number; message: string; allowHoldUntilOpen: boolean }> | undefined;
    indicative: boolean;
  }>;

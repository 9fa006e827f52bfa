import type { contract } from '@larkmere/contract/contract';
import { decimalsFor, formatRate, type Rate } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectLatest } from './rate.sql.ts';
import { newestRate, type TierPricing } from './rate.ts';

export const showLatest =
  ({ pairMargins, tierRate }: TierPricing): Verb<typeof contract.rate.latest> =>
  async (ctx, { from, to }) => {
    const newest = newestRate(await selectLatest(ctx.tx, [from, to]), from, to, ctx.now);
    const margins = await pairMargins(ctx, from, to);
    if (newest === undefined || margins === undefined) throw new Refusal('rate_unavailable');
    const { rate, at, ageSeconds, isGood } = newest;
    return {
      from,
      to,
      mid: formatWireRate(rate),
      wallet: formatWireRate(tierRate(rate, margins.wallet)),
      plus: formatWireRate(tierRate(rate, margins.plus)),
      at: at.toISOString(),
      ageSeconds,
      stale: !isGood,
    };
  };

/** Twelve significant digits, so that a triangle of three rates still closes to a billionth. */
export const formatWireRate = (rate: Rate): string => formatRate(rate, decimalsFor(rate, 12));

import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { selectLatest } from './rate.sql.ts';
import { newestRate, type TierPrices } from './rate.ts';
import { rateText } from './rate.view.ts';

export const showLatest =
  ({ marginsOf, tierRate }: TierPrices): Verb<typeof contract.rate.latest> =>
  async (ctx, { from, to }) => {
    const newest = newestRate(await selectLatest(ctx.tx, [from, to]), from, to, ctx.now);
    const margins = await marginsOf(ctx, from, to);
    if (newest === undefined || margins === undefined) throw new Refusal('rate_unavailable');
    const { rate, at, ageSeconds, isGood } = newest;
    return {
      from,
      to,
      mid: rateText(rate),
      wallet: rateText(tierRate(rate, margins.wallet)),
      plus: rateText(tierRate(rate, margins.plus)),
      at: at.toISOString(),
      ageSeconds,
      stale: !isGood,
    };
  };

import { formatRate } from '@larkmere/money/rate';
import { targetBounds } from '@larkmere/money/target-bounds';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { DealTerms } from '../conversion/conversion.ts';
import { currentDealTerms, tierRate } from '../conversion/conversion.ts';
import {
  activePairs,
  lockTriggering,
  type Pair,
  type RateSnapshot,
  triggerAtTarget,
  triggerDue,
} from './order-trigger.sql.ts';

const storedDecimals = 10;

export type PairTerms = Readonly<{ terms: DealTerms | undefined; isTraded: boolean; blockedUntil: Date | undefined }>;

export async function currentPairTerms(ctx: Pick<Ctx, 'tx' | 'now'>, { sell, buy, tier }: Pair): Promise<PairTerms> {
  const pair = { sell, buy, tier };
  try {
    return { terms: await currentDealTerms(ctx, pair), isTraded: true, blockedUntil: undefined };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const opensAt = error.code === 'market_closed' ? error.data?.opensAt : undefined;
    const blockedUntil = typeof opensAt === 'string' ? new Date(opensAt) : undefined;
    return { terms: undefined, isTraded: error.code !== 'pair_unavailable', blockedUntil };
  }
}

/**
 * Orders are filled later at exactly the rate stored here. Without a usable rate nothing triggers. Returns the number
 * triggered.
 */
export async function triggerOrders(ctx: Pick<Ctx, 'tx' | 'now'>): Promise<number> {
  await lockTriggering(ctx.tx);
  let fired = await triggerDue(ctx.tx);
  for (const pair of await activePairs(ctx.tx)) {
    const { terms } = await currentPairTerms(ctx, pair);
    if (terms) fired += await triggerAtTarget(ctx.tx, toRateSnapshot(pair, terms));
  }
  return fired;
}

function toRateSnapshot(pair: Pair, { mid, marginBps, closed }: DealTerms): RateSnapshot {
  return {
    ...pair,
    mid: formatRate(mid, storedDecimals),
    marginBps,
    offHours: closed !== undefined,
    ...targetBounds(tierRate(mid, marginBps)),
  };
}

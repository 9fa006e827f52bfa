import type { Currency } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import { targetBounds } from '@larkmere/money/target-bounds';
import type { DealTerms, Tier } from '../fx/fx.ts';
import { dealTerms, tierRate } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { fireAtTarget, fireDue, lockDecisions, type Pair, pairsAtWork, type Tick } from './firing.sql.ts';

const keptDecimals = 10;

export type PairNow = Readonly<{ terms: DealTerms | undefined; dealt: boolean; blockedUntil: Date | undefined }>;

export async function pairNow(ctx: Pick<Ctx, 'tx' | 'now'>, { sell, buy, tier }: Pair): Promise<PairNow> {
  const wanted = { sell: sell as Currency, buy: buy as Currency, tier: tier as Tier };
  try {
    return { terms: await dealTerms(ctx, wanted), dealt: true, blockedUntil: undefined };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const opensAt = error.code === 'market_closed' ? error.data?.opensAt : undefined;
    const blockedUntil = typeof opensAt === 'string' ? new Date(opensAt) : undefined;
    return { terms: undefined, dealt: error.code !== 'pair_unavailable', blockedUntil };
  }
}

/**
 * Orders are filled later at exactly the rate stored here. Without a usable rate nothing triggers. Returns the number
 * triggered.
 */
export async function triggerOrders(ctx: Pick<Ctx, 'tx' | 'now'>): Promise<number> {
  await lockDecisions(ctx.tx);
  let fired = await fireDue(ctx.tx);
  for (const pair of await pairsAtWork(ctx.tx)) {
    const { terms } = await pairNow(ctx, pair);
    if (terms) fired += await fireAtTarget(ctx.tx, tickOf(pair, terms));
  }
  return fired;
}

function tickOf(pair: Pair, { mid, marginBps, closed }: DealTerms): Tick {
  return {
    ...pair,
    mid: formatRate(mid, keptDecimals),
    marginBps,
    offHours: closed !== undefined,
    ...targetBounds(tierRate(mid, marginBps)),
  };
}

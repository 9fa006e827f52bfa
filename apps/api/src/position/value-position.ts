import type { Money } from '@larkmere/money/money';
import { isZero, money } from '@larkmere/money/money';
import { convert, formatRate, type Rate } from '@larkmere/money/rate';
import type { Ctx } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import { home, positions } from './position.ts';

export type Valued = Readonly<{ position: Money; rate: Rate; value: Money }>;

/** Refuses `rate_unavailable` while the rate of a non-zero position is missing or stale. */
export async function valuePosition(
  ctx: Pick<Ctx, 'tx' | 'now'>,
): Promise<Readonly<{ lines: Valued[]; total: Money }>> {
  const lines: Valued[] = [];
  for (const position of await positions(ctx.tx)) {
    if (isZero(position)) continue;
    const { rate } = await midRate(ctx, position.currency, home);
    lines.push({ position, rate, value: convert(position, rate, 'half-even') });
  }
  return {
    lines,
    total: money(
      home,
      lines.reduce((sum, { value }) => sum + value.minor, 0n),
    ),
  };
}

export const keptRate = (rate: Rate): string => formatRate(rate, 10);

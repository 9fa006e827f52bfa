import type { Money } from '@larkmere/money/money';
import { isZero, money } from '@larkmere/money/money';
import { convert, formatRate, type Rate } from '@larkmere/money/rate';
import type { Ctx } from '../../platform/requests/verb.ts';
import { midRate } from '../rate/rate.ts';
import { positions, reportingCurrency } from './treasury.ts';

export type PositionValuation = Readonly<{ position: Money; rate: Rate; value: Money }>;

/** Refuses `rate_unavailable` while the rate of a non-zero position is missing or stale. */
export async function valuePosition(
  ctx: Pick<Ctx, 'tx' | 'now'>,
): Promise<Readonly<{ lines: PositionValuation[]; total: Money }>> {
  const lines: PositionValuation[] = [];
  for (const position of await positions(ctx.tx)) {
    if (isZero(position)) continue;
    const { rate } = await midRate(ctx, position.currency, reportingCurrency);
    lines.push({ position, rate, value: convert(position, rate, 'half-even') });
  }
  return {
    lines,
    total: money(
      reportingCurrency,
      lines.reduce((sum, { value }) => sum + value.minor, 0n),
    ),
  };
}

export const formatStoredRate = (rate: Rate): string => formatRate(rate, 10);

import type { contract } from '@larkmere/contract/contract';
import type { CoverView } from '@larkmere/contract/fx/treasury';
import { type Currency, formatAmount, isZero, type Money, money, zero } from '@larkmere/money/money';
import { convert, formatRate, type Rate } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { midRate } from '../rate/rate.ts';
import { type CoverRow, latestCovers, latestRevaluation, pendingCoverMinor } from './treasury.sql.ts';
import { positions, reportingCurrency } from './treasury.ts';

const maxCovers = 20;

export const showPosition: Verb<typeof contract.treasury.show> = async (ctx) => {
  const { tx, now } = ctx;
  const held = await positions(tx);
  const valued = await valuePosition(ctx).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return undefined;
    throw error;
  });
  const worthOf = (position: Money): Money | undefined =>
    isZero(position)
      ? zero(reportingCurrency)
      : valued?.lines.find((line) => line.position.currency === position.currency)?.value;
  const lines = [];
  for (const position of held) {
    const { currency, minor } = position;
    const value = worthOf(position);
    const free = money(currency, minor - (await pendingCoverMinor(tx, currency)));
    lines.push({
      currency,
      position: toMoneyView(position),
      free: toMoneyView(free),
      value: value ? toMoneyView(value) : null,
    });
  }
  const last = await latestRevaluation(tx);
  return {
    at: now.toISOString(),
    lines,
    total: valued ? toMoneyView(valued.total) : null,
    revaluation: last
      ? {
          day: last.day,
          total: toMoneyView(money(reportingCurrency, last.totalMinor)),
          change: toMoneyView(money(reportingCurrency, last.changeMinor)),
        }
      : null,
    covers: (await latestCovers(tx, maxCovers)).map(viewCover),
  };
};

type PositionValuation = Readonly<{ position: Money; rate: Rate; value: Money }>;

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

const toMoneyView = (value: Money): { amount: string; currency: Currency } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export const viewCover = (row: CoverRow): CoverView => ({
  uid: row.id,
  state: row.state,
  sold: toMoneyView(money(row.sell, row.sellMinor)),
  bought: row.buyMinor === null ? null : toMoneyView(money(row.buy, row.buyMinor)),
  rate: row.rate,
  reference: row.reference,
  requestedAt: row.requestedAt.toISOString(),
});

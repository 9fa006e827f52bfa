import type { contract } from '@larkmere/contract/contract';
import { isZero, type Money, money, zero } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { latestCovers, latestRevaluation, pendingCoverMinor } from './treasury.sql.ts';
import { positions, reportingCurrency } from './treasury.ts';
import { toMoneyView, viewCover } from './treasury.view.ts';
import { valuePosition } from './value-position.ts';

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

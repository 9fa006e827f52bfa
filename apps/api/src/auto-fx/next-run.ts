import type { Order } from './auto-fx.ts';

const dayMs = 86_400_000;

/**
 * The first moment after `now` on which a repeated order runs: the first time, and every day, week or month from there,
 * at the same time of day (UTC). A month without that day has its last one. Undefined for an order that runs once.
 */
export function nextRun(first: Date, repeat: Order['repeat'], now: Date): Date | undefined {
  if (repeat === 'none') return undefined;
  if (first > now) return first;
  if (repeat === 'monthly') return nextMonthly(first, now);
  const step = repeat === 'daily' ? dayMs : 7 * dayMs;
  const passed = Math.floor((now.getTime() - first.getTime()) / step);
  return new Date(first.getTime() + (passed + 1) * step);
}

function nextMonthly(first: Date, now: Date): Date {
  const months = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth();
  const thisMonth = monthsLater(first, months);
  return thisMonth > now ? thisMonth : monthsLater(first, months + 1);
}

function monthsLater(first: Date, months: number): Date {
  const month = new Date(first.getTime());
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + months);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(first.getUTCDate(), days));
  return month;
}

/** When an order that failed is looked at again: a balance within the hour, a count tomorrow, a rate in five minutes. */
export function againAt(code: string, now: Date): Date {
  if (code === 'daily_count') return new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs);
  return new Date(now.getTime() + (code === 'slippage' ? 5 : 60) * 60_000);
}

/** A day of a schedule is tried so often before it is given up. */
export const mostAttempts = 3;

import type { AutoFxOrder } from './auto-fx.ts';

const dayMs = 86_400_000;

/**
 * The first run after `now`, at the time of day of the first one (UTC). A month without that day uses its last day.
 * Undefined for an order that runs once.
 */
export function nextRun(first: Date, repeat: AutoFxOrder['repeat'], now: Date): Date | undefined {
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

export function nextRetryAt(code: string, now: Date): Date {
  if (code === 'daily_count') return new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs);
  return new Date(now.getTime() + (code === 'slippage' ? 5 : 60) * 60_000);
}

export const maxAttempts = 3;

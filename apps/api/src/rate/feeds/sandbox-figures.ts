import type { Currency } from '@larkmere/money/money';

export type Floating = Exclude<Currency, 'EUR'>;
export const floating: readonly Floating[] = ['GBP', 'THB', 'USD', 'JPY'];

/**
 * How lively each currency is against the euro: the standard deviation of a day's move in basis points, and the part of
 * it that the dollar explains. From the 500 euro reference rates up to 13 April 2026. Source: European Central Bank.
 */
export const liveliness: Readonly<Record<Floating, Readonly<{ dailyBps: number; withDollar: number }>>> = {
  USD: { dailyBps: 45.1, withDollar: 1 },
  GBP: { dailyBps: 28.3, withDollar: 0.346 },
  THB: { dailyBps: 43.8, withDollar: 0.334 },
  JPY: { dailyBps: 55.4, withDollar: 0.14 },
};

/**
 * Euro reference rates of a few days, about one a quarter: between them the sandbox makes up its days. Values unchanged.
 * Source: European Central Bank.
 */
export const anchors: readonly (Readonly<{ day: string }> & Readonly<Record<Floating, string>>)[] = [
  { day: '2024-07-01', USD: '1.0745', GBP: '0.8479', THB: '39.434', JPY: '173.15' },
  { day: '2024-10-01', USD: '1.1086', GBP: '0.83193', THB: '36.124', JPY: '159.37' },
  { day: '2025-01-02', USD: '1.0321', GBP: '0.83118', THB: '35.355', JPY: '162.04' },
  { day: '2025-04-01', USD: '1.0788', GBP: '0.83665', THB: '36.846', JPY: '160.93' },
  { day: '2025-07-01', USD: '1.181', GBP: '0.8588', THB: '38.241', JPY: '168.7' },
  { day: '2025-10-01', USD: '1.1724', GBP: '0.8704', THB: '37.968', JPY: '172.47' },
  { day: '2026-01-02', USD: '1.1721', GBP: '0.8719', THB: '36.792', JPY: '183.94' },
  { day: '2026-04-01', USD: '1.1605', GBP: '0.87113', THB: '37.728', JPY: '183.73' },
  { day: '2026-04-13', USD: '1.1684', GBP: '0.87058', THB: '37.728', JPY: '186.75' },
];

/** How busy each hour of the day is, from 0 UTC: most when London and New York are both awake. */
export const busyHours: readonly number[] = [
  0.55, 0.7, 0.75, 0.65, 0.6, 0.6, 0.75, 1.1, 1.25, 1.15, 1.05, 1, 1.15, 1.45, 1.6, 1.5, 1.2, 0.95, 0.8, 0.7, 0.55,
  0.35, 0.35, 0.45,
];

import type { Currency } from '@larkmere/money/money';
import { keysOf, present, recordOf } from '../../../platform/values/values.ts';

export type FloatingCurrency = Exclude<Currency, 'EUR'>;

/**
 * Daily volatility against EUR in basis points, and the share that USD explains, from the 500 euro reference rates up
 * to 13 April 2026. Source: European Central Bank. AED is pegged to USD at 3.6725.
 */
export const volatility: Readonly<Record<FloatingCurrency, Readonly<{ dailyBps: number; withDollar: number }>>> = {
  GBP: { dailyBps: 28.3, withDollar: 0.346 },
  THB: { dailyBps: 43.8, withDollar: 0.334 },
  USD: { dailyBps: 45.1, withDollar: 1 },
  JPY: { dailyBps: 55.4, withDollar: 0.14 },
  AED: { dailyBps: 45.1, withDollar: 1 },
  AUD: { dailyBps: 48.1, withDollar: 0.239 },
  CAD: { dailyBps: 34.6, withDollar: 0.71 },
  CHF: { dailyBps: 30.7, withDollar: 0.226 },
  CNY: { dailyBps: 40.6, withDollar: 0.909 },
  CZK: { dailyBps: 17.4, withDollar: -0.285 },
  DKK: { dailyBps: 1.2, withDollar: 0.116 },
  HKD: { dailyBps: 44.3, withDollar: 0.991 },
  HUF: { dailyBps: 41.5, withDollar: -0.285 },
  INR: { dailyBps: 46.3, withDollar: 0.845 },
  MXN: { dailyBps: 74.1, withDollar: 0.223 },
  NOK: { dailyBps: 47.5, withDollar: 0.073 },
  NZD: { dailyBps: 44.7, withDollar: 0.138 },
  PLN: { dailyBps: 26.4, withDollar: -0.214 },
  SEK: { dailyBps: 37.8, withDollar: -0.252 },
  SGD: { dailyBps: 25.8, withDollar: 0.801 },
  ZAR: { dailyBps: 65.6, withDollar: 0.183 },
};

export const floatingCurrencies = keysOf(volatility);

const referenceDays = [
  '2024-07-01',
  '2024-10-01',
  '2025-01-02',
  '2025-04-01',
  '2025-07-01',
  '2025-10-01',
  '2026-01-02',
  '2026-04-01',
  '2026-04-13',
] as const;

/** Euro reference rates, unchanged except AED. Source: European Central Bank. */
const referenceRateTable: Readonly<Record<FloatingCurrency, string>> = {
  GBP: '0.8479 0.83193 0.83118 0.83665 0.8588 0.8704 0.8719 0.87113 0.87058',
  THB: '39.434 36.124 35.355 36.846 38.241 37.968 36.792 37.728 37.728',
  USD: '1.0745 1.1086 1.0321 1.0788 1.181 1.1724 1.1721 1.1605 1.1684',
  JPY: '173.15 159.37 162.04 160.93 168.7 172.47 183.94 183.73 186.75',
  AED: '3.9461 4.0713 3.7904 3.9619 4.3372 4.3056 4.3045 4.2619 4.2909',
  AUD: '1.6109 1.604 1.6618 1.7255 1.7935 1.7741 1.7508 1.6689 1.661',
  CAD: '1.4711 1.4986 1.4885 1.5529 1.6076 1.6337 1.6097 1.6124 1.6177',
  CHF: '0.9689 0.9394 0.9371 0.952 0.9324 0.9365 0.9296 0.9191 0.9242',
  CNY: '7.8097 7.7807 7.5338 7.8431 8.4584 8.347 8.1973 7.9771 7.9827',
  CZK: '25.048 25.272 25.177 24.954 24.68 24.275 24.177 24.516 24.378',
  DKK: '7.4586 7.4578 7.4583 7.4616 7.4607 7.4659 7.4694 7.4726 7.4727',
  HKD: '8.3945 8.6181 8.0261 8.3943 9.2709 9.1235 9.1329 9.0955 9.1507',
  HUF: '394.25 397.83 412.9 402.63 399.18 388.7 383.58 381.9 366.9',
  INR: '89.6575 92.931 88.507 92.384 101.0525 104.022 105.719 108.424 109.047',
  MXN: '19.7315 21.8444 21.4375 22.138 22.0635 21.4137 21.0274 20.7188 20.3203',
  NOK: '11.4315 11.7305 11.7173 11.318 11.8445 11.658 11.7985 11.208 11.098',
  NZD: '1.7638 1.7548 1.8402 1.9001 1.9324 2.0184 2.0317 2.0102 2.0081',
  PLN: '4.3008 4.2853 4.2753 4.1863 4.2443 4.2583 4.2123 4.2793 4.2543',
  SEK: '11.3675 11.3145 11.4223 10.816 11.159 11.0355 10.8085 10.888 10.892',
  SGD: '1.4567 1.4268 1.4091 1.4492 1.5009 1.5114 1.5077 1.4875 1.4912',
  ZAR: '19.5015 19.1585 19.2719 19.7741 20.7666 20.1455 19.3561 19.4745 19.3849',
};

const rateColumns = new Map(floatingCurrencies.map((currency) => [currency, referenceRateTable[currency].split(' ')]));

export const referenceRates = referenceDays.map((day, place) => ({
  day,
  ...recordOf(floatingCurrencies, (currency) => present(rateColumns.get(currency)?.[place], `${currency} on ${day}`)),
}));

export const hourlyActivity: readonly number[] = [
  0.55, 0.7, 0.75, 0.65, 0.6, 0.6, 0.75, 1.1, 1.25, 1.15, 1.05, 1, 1.15, 1.45, 1.6, 1.5, 1.2, 0.95, 0.8, 0.7, 0.55,
  0.35, 0.35, 0.45,
];

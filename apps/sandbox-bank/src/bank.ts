import type { Settings } from './settings.ts';
import type { Store } from './store.ts';

/** What every part of the bank works with. Time is in milliseconds since 1970. */
export type Bank = Readonly<{
  store: Store;
  railSecret: string;
  larkmereUrl: string;
  now(): number;
  /** A whole number between the two, for waits that look real. */
  between(range: readonly [number, number]): number;
  settings(): Settings;
  change(settings: Settings): void;
  /** There is new work; do not wait for the next round. */
  wake(): void;
}>;

const londonDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The banking day of a moment: the calendar day in London, as `2026-10-31`. */
export const bankingDay = (atMs: number): string => londonDay.format(atMs);

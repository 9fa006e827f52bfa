import type { Settings } from './settings.ts';
import type { Store } from './store.ts';

export type Bank = Readonly<{
  store: Store;
  railSecret: string;
  larkmereUrl: string;
  now(): number;
  randomBetween(range: readonly [number, number]): number;
  settings(): Settings;
  changeSettings(settings: Settings): void;
  wake(): void;
}>;

const londonDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export const bankingDay = (atMs: number): string => londonDay.format(atMs);

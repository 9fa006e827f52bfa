import type { Tx } from '../kernel/db.ts';
import type { Holidays } from './schedule.ts';

/** When the rail of a currency works, and whose clocks it goes by. */
export type Calendar = Readonly<{ zone: string; holidays: Holidays; worksDaily: boolean }>;

const zones: Readonly<Record<string, string>> = {
  GBP: 'Europe/London',
  EUR: 'Europe/Berlin',
  THB: 'Asia/Bangkok',
  USD: 'America/New_York',
};

export async function calendarOf(_tx: Tx, currency: string): Promise<Calendar> {
  return { zone: zones[currency] ?? 'Europe/London', holidays: new Set(), worksDaily: currency === 'GBP' };
}

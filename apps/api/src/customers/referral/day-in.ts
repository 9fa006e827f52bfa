import { londonDay } from '../../platform/time/london-day.ts';

const dayMs = 86_400_000;

/** The London day in so many days. */
export const dayIn = (now: Date, days: number): string =>
  new Date(Date.parse(londonDay(now)) + days * dayMs).toISOString().slice(0, 10);

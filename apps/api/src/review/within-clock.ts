import type { Tx } from '../kernel/db.ts';
import { clocksOf } from './review.sql.ts';

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

export async function withinClock(tx: Tx, paymentId: string, moment: Date): Promise<Date> {
  const running = (await clocksOf(tx, [paymentId])).find(({ ended_at }) => ended_at === null);
  return running ? earlier(moment, running.deadline_at) : moment;
}

import type { Tx } from '../kernel/db.ts';
import { clocksOf } from './review.sql.ts';

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** A moment by which something is promised of a payment, or the end of its hold where the law ends that before. */
export async function withinClock(tx: Tx, paymentId: string, moment: Date): Promise<Date> {
  const running = (await clocksOf(tx, [paymentId])).find(({ ended_at }) => ended_at === null);
  return running ? earlier(moment, running.deadline_at) : moment;
}

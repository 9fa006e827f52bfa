import type { Tx } from '../../platform/db/db.ts';
import { selectStatutoryHolds } from './review.sql.ts';

export const earlierOf = (a: Date, b: Date): Date => (a < b ? a : b);

export async function capAtStatutoryDeadline(tx: Tx, paymentId: string, moment: Date): Promise<Date> {
  const running = (await selectStatutoryHolds(tx, [paymentId])).find(({ endedAt }) => endedAt === null);
  return running ? earlierOf(moment, running.deadlineAt) : moment;
}

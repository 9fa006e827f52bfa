import { unitOfWork } from '../batching/unit-of-work.ts';
import type { Ctx } from '../requests/verb.ts';

export type EventType<P extends object> = Readonly<{ topic: string; payload?: P }>;
export const defineEvent = <P extends object>(topic: string): EventType<P> => ({ topic });

/** Writes the event at the end of the transaction: without a commit there is no event. */
export async function emit<P extends object>(
  { tx, requestId }: Pick<Ctx, 'tx' | 'requestId'>,
  { topic }: EventType<P>,
  payload: P,
): Promise<void> {
  unitOfWork(tx).events.push({ topic, payload, correlationId: requestId });
}

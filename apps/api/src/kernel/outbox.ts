import { workOf } from './unit-of-work.ts';
import type { Ctx } from './verb.ts';

/** A thing that happened, named in the past tense by the slice that owns it. */
export type EventType<P extends object> = Readonly<{ topic: string; payload?: P }>;
export const event = <P extends object>(topic: string): EventType<P> => ({ topic });

/** Written in the transaction of the verb, at its end: no commit, no event. */
export async function emit<P extends object>(
  { tx, requestId }: Pick<Ctx, 'tx' | 'requestId'>,
  { topic }: EventType<P>,
  payload: P,
): Promise<void> {
  workOf(tx).events.push({ topic, payload, correlation_id: requestId });
}

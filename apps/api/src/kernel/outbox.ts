import type { Ctx } from './verb.ts';

/** A thing that happened, named in the past tense by the slice that owns it. */
export type EventType<P extends object> = Readonly<{ topic: string; payload?: P }>;
export const event = <P extends object>(topic: string): EventType<P> => ({ topic });

/** Written in the transaction of the verb: no commit, no event. */
export async function emit<P extends object>(
  ctx: Pick<Ctx, 'tx' | 'requestId'>,
  type: EventType<P>,
  payload: P,
): Promise<void> {
  await ctx.tx
    .insertInto('kernel.event')
    .values({ topic: type.topic, payload: JSON.stringify(payload), correlation_id: ctx.requestId })
    .execute();
}

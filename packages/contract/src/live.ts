import { z } from 'zod';
import { Uid } from './fields.ts';

/** What the socket carries: enough for a toast and a second look. Never an amount as truth. */
export const LiveNotice = z.object({
  uid: Uid,
  type: z.enum(['success', 'info', 'warning', 'error']),
  message: z.string(),
  /** The page that tells more, such as a payment's own. */
  link: z.string().nullable(),
  /** What the login said does not hold any more: ask again. */
  renews: z.literal(true).optional(),
});
export type LiveNotice = z.infer<typeof LiveNotice>;

/** The room and the event of one customer (specification, section 7). */
export const liveEvent = (userId: string): string => `notification:${userId}`;
export const joinRoom = 'join-room';

import { z } from 'zod';
import { Uid } from './fields.ts';

/** A socket message is a hint to fetch again. It never carries an amount. */
export const LiveNotice = z.object({
  uid: Uid,
  type: z.enum(['success', 'info', 'warning', 'error']),
  message: z.string(),
  link: z.string().nullable(),
  /** The session data returned at login is outdated and must be fetched again. */
  refreshSession: z.literal(true).optional(),
});
export type LiveNotice = z.infer<typeof LiveNotice>;

export const liveEvent = (userId: string): string => `notification:${userId}`;
export const joinRoom = 'join-room';

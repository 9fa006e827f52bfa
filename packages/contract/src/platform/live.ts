import { z } from 'zod';
import { Uid } from './fields.ts';

/** A socket message is a hint to fetch again. It never carries an amount. */
export const LiveNotice = z.object({
  uid: Uid,
  type: z.enum(['success', 'info', 'warning', 'error']),
  /** Null: nothing to show, the page only fetches again. */
  message: z.string().nullable(),
  link: z.string().nullable(),
  /** The session data returned at login is outdated and must be fetched again. */
  refreshSession: z.literal(true).optional(),
});
export type LiveNotice = z.infer<typeof LiveNotice>;

export const liveEvent = (userId: string): string => `notification:${userId}`;
/** To every window, without content: events of services began, changed or ended. */
export const serviceNoticesEvent = 'service-notices';
export const joinRoom = 'join-room';

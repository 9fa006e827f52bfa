import { z } from 'zod';
import { Moment } from './fields.ts';

/** Pending status: who has to act, the reason, the next step, the next update and the deadline, if there is one. */
export const PendingStatus = z
  .object({
    owner: z.enum(['you', 'team', 'us', 'bank']),
    reason: z.string(),
    nextStep: z.string(),
    nextUpdateAt: Moment,
    deadlineAt: Moment.nullable(),
  })
  .meta({ id: 'Waiting' });
export type PendingStatus = z.infer<typeof PendingStatus>;

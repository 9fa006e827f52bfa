import { z } from 'zod';
import { Moment } from './fields.ts';

/** What waits says with whom the ball lies, why, what comes next, when more is said, and the outer limit: null where there is none. */
export const Waiting = z
  .object({
    owner: z.enum(['you', 'team', 'us', 'bank']),
    reason: z.string(),
    nextStep: z.string(),
    nextUpdateAt: Moment,
    deadlineAt: Moment.nullable(),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof Waiting>;

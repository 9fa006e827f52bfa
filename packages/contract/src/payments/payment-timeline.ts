import { z } from 'zod';
import { Moment } from '../platform/fields.ts';

export const TimelineStep = z.object({
  step: z.enum([
    'made',
    'approved',
    'planned',
    'funded',
    'checked',
    'handed_over',
    'sent',
    'arrived',
    'compensated',
    'compensation_reversed',
    'returned',
    'rejected',
    'failed',
    'cancelled',
    'expired',
  ]),
  state: z.enum(['done', 'now', 'next', 'failed']),
  at: Moment.nullable(),
  expected: Moment.nullable(),
  note: z.string().nullable(),
});

import { z } from 'zod';
import { Moment } from './fields.ts';

/**
 * Which days off the estimate of an arrival counts in: all; all that are announced, which is not as far as that day
 * (`unannounced`); or none, because they are those of banks on the way (`elsewhere`). Only the first is more than an estimate.
 */
export const DaysOff = z.enum(['counted', 'unannounced', 'elsewhere']).meta({ id: 'DaysOff' });
export type DaysOff = z.infer<typeof DaysOff>;

export const Arrival = z.object({ earliest: Moment, latest: Moment, daysOff: DaysOff });

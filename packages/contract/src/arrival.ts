import { z } from 'zod';
import { Moment } from './fields.ts';

/**
 * Bank holidays in the estimate: all `counted`; not all announced yet for that day (`unannounced`); or not known for
 * intermediary banks (`elsewhere`).
 */
export const DaysOff = z.enum(['counted', 'unannounced', 'elsewhere']).meta({ id: 'DaysOff' });
export type DaysOff = z.infer<typeof DaysOff>;

export const Arrival = z.object({ earliest: Moment, latest: Moment, daysOff: DaysOff });

import { z } from 'zod';
import { Moment } from '../platform/fields.ts';

/**
 * Bank holidays in the estimate: all `counted`; not all announced yet for that day (`unannounced`); or not known for
 * intermediary banks (`elsewhere`).
 */
export const HolidayCoverage = z.enum(['counted', 'unannounced', 'elsewhere']).meta({ id: 'HolidayCoverage' });
export type HolidayCoverage = z.infer<typeof HolidayCoverage>;

export const Arrival = z.object({ earliest: Moment, latest: Moment, holidayCoverage: HolidayCoverage });

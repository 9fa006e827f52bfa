import { z } from 'zod';
import { Moment, Uid } from './fields.ts';
import { visitModes } from './visit-calls.ts';

/** A session of staff as a customer, as the session itself reports it. */
export const VisitView = z
  .object({
    uid: Uid,
    staffName: z.string(),
    mode: z.enum(visitModes),
    ticket: z.string(),
    customerId: Uid,
    endsAt: Moment,
  })
  .meta({ id: 'Visit' });
export type VisitView = z.infer<typeof VisitView>;

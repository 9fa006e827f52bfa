import { z } from 'zod';

/** Where a person gets links and codes. */
export const Channel = z.enum(['email', 'phone']).meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

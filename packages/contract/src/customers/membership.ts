import { z } from 'zod';

export const MembershipState = z.enum(['invited', 'active', 'suspended', 'removed']);
export type MembershipState = z.infer<typeof MembershipState>;

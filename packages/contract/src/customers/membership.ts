import { z } from 'zod';
import { roles } from '../platform/access.ts';

export const Role = z.enum(roles).meta({ id: 'Role' });

export const MembershipState = z.enum(['invited', 'active', 'suspended', 'removed']);
export type MembershipState = z.infer<typeof MembershipState>;

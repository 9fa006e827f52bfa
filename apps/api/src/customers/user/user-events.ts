import type { Role } from '@larkmere/contract/platform/access';
import { defineEvent } from '../../platform/events/outbox.ts';

/** `byUserId` is null for staff. */
type ChangedUser = Readonly<{
  membershipId: string;
  customerId: string;
  userId: string;
  byUserId: string | null;
  at: string;
}>;

/** Role, rights, accounts or limits. The role is named only if it changed. */
export const userRightsChanged = defineEvent<UserRightsChanged>('user.rights_changed');
export type UserRightsChanged = ChangedUser & Readonly<{ role: Readonly<{ before: Role; now: Role }> | null }>;

export const userStateChanged = defineEvent<UserStateChanged>('user.state_changed');
export type UserStateChanged = ChangedUser & Readonly<{ state: 'active' | 'suspended' | 'removed' }>;

export const userPinReset = defineEvent<UserPinReset>('user.pin_reset');
export type UserPinReset = ChangedUser;

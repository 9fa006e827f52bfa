/**
 * The people of a customer as staff change them. What only takes away is done at once; anything that adds is prepared
 * as an access request for the owners. The owners are told of each change.
 */

import { defineEvent } from '../../platform/events/outbox.ts';

/** Staff changed the people of a customer; its owners are told. */
export const subUserChanged = defineEvent<SubUserChanged>('sub_user.changed');
export type SubUserChanged = Readonly<{
  customerId: string;
  membershipId: string;
  name: string;
  change: 'rights_changed' | 'removed' | 'pin_reset' | 'password_ended';
}>;

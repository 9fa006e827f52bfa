import type { MembershipState } from '@larkmere/contract/customers/membership';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

/** A customer here is a colleague with the right to manage users, or the invited person. */
export const membershipLifecycle = defineLifecycle({
  table: 'customer.membership',
  history: { table: 'customer.membership_transition', key: 'membershipId', copies: ['role', 'reason'] },
  action: 'membership',
  entity: 'membership',
  audited: ({ userId: person, role, reason }) => ({ person, role, ...(reason === null ? {} : { reason }) }),
})<MembershipState>({
  transitions: {
    invited: { active: 'customer', removed: ['customer', 'staff', 'system'] },
    active: { suspended: ['customer', 'staff'], removed: ['customer', 'staff'] },
    // The system applies what two members of staff agreed on.
    suspended: { active: ['customer', 'system'], removed: ['customer', 'staff'] },
    removed: { invited: 'customer' },
  },
  waiting: {},
});

import type { StatusChangeReason } from '@larkmere/contract/back-office/status-change-rules';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

/** Why an account has its status. Staff see the code; the customer reads the text of the status. */
export type StatusReason =
  | StatusChangeReason
  | 'opened'
  | 'kyc_approved'
  | 'identity_contradicted'
  | 'inactivity'
  | 'confirmed_by_customer'
  | 'closing_requested'
  | 'closing_withdrawn'
  | 'money_paid_out'
  | 'card_payment_reversed';

/**
 * Product.md B3. A customer starts and withdraws a closing, and ends dormancy; everything else is for staff. A customer
 * whom we have restricted or suspended cannot start one: closing lets money out to an account of their own.
 */
export const accountStatusLifecycle = defineLifecycle({
  table: 'customer.customer',
  history: {
    table: 'customer.status_transition',
    key: 'customerId',
    copies: ['stateReason', 'blockedBy', 'stateMessage'],
  },
  action: 'account_status',
  entity: 'customer',
  audited: ({ stateReason: reason }) => ({ reason }),
})<AccountStatus>({
  transitions: {
    pending: {
      active: ['system', 'staff'],
      suspended: 'staff',
      locked: ['system', 'staff'],
      closing: ['customer', 'staff'],
    },
    active: {
      restricted: ['staff', 'system'],
      suspended: ['staff', 'system'],
      locked: ['system', 'staff'],
      dormant: 'system',
      closing: ['customer', 'staff'],
    },
    restricted: { active: 'staff', suspended: 'staff', locked: ['system', 'staff'], closing: 'staff' },
    suspended: { active: 'staff', restricted: 'staff', locked: ['system', 'staff'], closing: 'staff' },
    locked: {
      pending: ['system', 'staff'],
      active: ['system', 'staff'],
      restricted: ['system', 'staff'],
      suspended: ['system', 'staff'],
      dormant: ['system', 'staff'],
      closing: ['system', 'staff'],
    },
    dormant: {
      active: ['customer', 'staff'],
      restricted: ['staff', 'system'],
      suspended: 'staff',
      locked: ['system', 'staff'],
      closing: ['customer', 'staff'],
    },
    closing: {
      pending: ['customer', 'staff'],
      active: ['customer', 'staff'],
      restricted: ['customer', 'staff'],
      suspended: ['customer', 'staff'],
      dormant: ['customer', 'staff'],
      locked: ['system', 'staff'],
      closed: ['system', 'staff'],
    },
    closed: {},
  },
  waiting: {},
});

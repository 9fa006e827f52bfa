import type { FactorResetState } from '@larkmere/contract/customers/factor-reset';
import { message } from '@larkmere/messages/message';
import { defineLifecycle, type RowOf } from '../../platform/lifecycle/lifecycle.ts';

export type ResetRow = RowOf<'factor_reset.request'>;

export const factorResetLifecycle = defineLifecycle({
  table: 'factor_reset.request',
  history: { table: 'factor_reset.transition', key: 'requestId', copies: [] },
  action: 'factor_reset',
  entity: 'factor-reset',
  audited: ({ userId: person, customerId: customer, refusalReason, cancelledBy }) => ({
    person,
    customer,
    ...(refusalReason && { reason: refusalReason }),
    ...(cancelledBy && { by: cancelledBy }),
  }),
})<FactorResetState, ResetRow>({
  transitions: {
    requested: { submitted: 'customer', refused: 'staff', cancelled: ['customer', 'system'], expired: 'system' },
    submitted: { approved: 'staff', refused: 'staff', cancelled: ['customer', 'system'], expired: 'system' },
    approved: { applied: 'system', refused: 'staff', cancelled: ['customer', 'system'] },
    applied: {},
    refused: {},
    cancelled: {},
    expired: {},
  },
  waiting: {
    requested: {
      owner: 'you',
      reason: message('factor_reset_requested'),
      nextStep: message('factor_reset_requested_next'),
      deadline: ({ expiresAt }) => expiresAt,
    },
    submitted: {
      owner: 'us',
      reason: message('factor_reset_submitted'),
      nextStep: message('factor_reset_submitted_next'),
      deadline: ({ expiresAt }) => expiresAt,
    },
    approved: {
      owner: 'us',
      reason: message('factor_reset_approved'),
      nextStep: message('factor_reset_approved_next'),
      deadline: ({ appliesAt }) => appliesAt,
    },
  },
});

import type { KycItemState, KycStatus } from '@larkmere/contract/customers/kyc';
import { message } from '@larkmere/messages/message';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { ApplicationRow } from './kyc.sql.ts';

const dueBy = (row: ApplicationRow): Date | null => row.dueBy;
const nextUpdate = ({ nextUpdateAt }: ApplicationRow): Date | null => nextUpdateAt;

export const applicationLifecycle = defineLifecycle({
  table: 'kyc.application',
  history: { table: 'kyc.transition', key: 'applicationId', copies: [] },
  action: 'kyc',
  entity: 'kyc',
  audited: ({ customerId: customer, concerns }) => ({ customer, ...(concerns.length > 0 && { concerns }) }),
})<KycStatus, ApplicationRow>({
  transitions: {
    not_started: { in_progress: 'customer' },
    in_progress: { pending: 'customer' },
    pending: {
      in_review: ['vendor', 'staff', 'system'],
      action_required: 'vendor',
      approved: 'vendor',
      approved_conditional: 'vendor',
      rejected: 'vendor',
    },
    in_review: {
      action_required: ['vendor', 'staff'],
      approved: ['vendor', 'staff'],
      approved_conditional: ['vendor', 'staff'],
      rejected: ['vendor', 'staff'],
    },
    action_required: { pending: 'customer', in_review: ['vendor', 'staff'], expired: 'system' },
    approved: { in_review: ['vendor', 'staff'], expired: 'system' },
    approved_conditional: { approved: ['vendor', 'staff'], in_review: ['vendor', 'staff'], expired: 'system' },
    rejected: {},
    expired: { in_progress: 'customer', pending: 'customer' },
  },
  waiting: {
    not_started: {
      owner: 'you',
      reason: message('kyc_not_started'),
      nextStep: message('kyc_next_pending'),
      deadline: 'nothing is lost while the account is not open yet',
    },
    in_progress: {
      owner: 'you',
      reason: message('kyc_in_progress'),
      nextStep: message('kyc_next_pending'),
      deadline: 'nothing is lost while the account is not open yet',
    },
    pending: {
      owner: 'us',
      reason: message('kyc_pending'),
      nextStep: message('kyc_next_result'),
      deadline: nextUpdate,
    },
    in_review: {
      owner: 'us',
      reason: message('kyc_in_review'),
      nextStep: message('kyc_next_result'),
      deadline: nextUpdate,
    },
    action_required: {
      owner: 'you',
      reason: message('kyc_action_required'),
      nextStep: message('kyc_next_pending'),
      deadline: dueBy,
    },
    approved: {
      owner: 'you',
      reason: message('kyc_approved'),
      nextStep: message('kyc_next_refresh'),
      deadline: (row) => row.dueBy ?? row.refreshDueAt,
    },
    approved_conditional: {
      owner: 'you',
      reason: message('kyc_approved_conditional'),
      nextStep: message('kyc_next_pending'),
      deadline: dueBy,
    },
    expired: {
      owner: 'you',
      reason: message('kyc_expired'),
      nextStep: message('kyc_next_pending'),
      deadline: 'the account waits until the details are sent again',
    },
  },
});

export const itemLifecycle = defineLifecycle({
  table: 'kyc.item',
  history: { table: 'kyc.item_transition', key: 'itemId', copies: ['reason'] },
  action: 'kyc_item',
  entity: 'kyc-item',
  audited: ({ applicationId: application, key, reason }) => ({ application, key, ...(reason && { reason }) }),
})<KycItemState>({
  transitions: {
    not_provided: { in_review: ['customer', 'system'], rejected: ['vendor', 'staff'] },
    in_review: { verified: ['vendor', 'staff'], rejected: ['vendor', 'staff'] },
    verified: { not_provided: 'system', rejected: ['vendor', 'staff'] },
    rejected: { in_review: ['customer', 'system'], verified: 'staff' },
  },
  waiting: {},
});

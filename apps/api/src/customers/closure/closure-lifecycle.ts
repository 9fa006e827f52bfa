import type { ClosureState } from '@larkmere/contract/customers/closure';
import { message } from '@larkmere/messages/message';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { RequestRow } from './closure.sql.ts';

export const closureLifecycle = defineLifecycle({
  table: 'closure.request',
  history: { table: 'closure.transition', key: 'requestId', copies: [] },
  action: 'closure',
  entity: 'closure',
  audited: ({ reference, reason }) => ({ reference, reason }),
})<ClosureState, RequestRow>({
  transitions: {
    blocked: { closing: ['customer', 'system'], withdrawn: ['customer', 'system', 'staff'] },
    closing: { closed: 'system', withdrawn: ['customer', 'staff'] },
    closed: { erased_partially: 'system' },
    erased_partially: { erased: 'system' },
    erased: {},
    withdrawn: {},
  },
  deadline: ({ deadlineAt }) => deadlineAt,
  waiting: {
    blocked: { owner: 'you', reason: message('closure_blocked'), nextStep: message('closure_blocked_next') },
    closing: {
      owner: 'you',
      reason: message('closure_closing'),
      nextStep: ({ requestedBy }) => message(requestedBy === 'us' ? 'closure_by_us_next' : 'closure_closing_next'),
    },
  },
});

import type { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import { message } from '@larkmere/messages/message';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { RecoveryRow } from './contact-recovery.sql.ts';

/** Described for the person whose contact details these are, who may not be the one who asked. */
export const contactRecoveryLifecycle = defineLifecycle({
  table: 'contact_recovery.request',
  history: { table: 'contact_recovery.transition', key: 'requestId', copies: [] },
  action: 'contact_recovery',
  entity: 'contact_recovery',
  audited: ({ userId: person }) => ({ person }),
})<ContactRecoveryState, RecoveryRow>({
  transitions: {
    prepared: { approved: 'staff', refused: 'staff', withdrawn: 'staff', stopped: 'customer', lapsed: 'system' },
    approved: { confirming: 'system', withdrawn: 'staff', stopped: 'customer', lapsed: 'system' },
    confirming: { confirmed: 'customer', withdrawn: 'staff', stopped: 'customer', lapsed: 'system' },
    confirmed: {},
    refused: {},
    withdrawn: {},
    stopped: {},
    lapsed: {},
  },
  deadline: ({ deadlineAt }) => deadlineAt,
  waiting: {
    prepared: {
      owner: 'us',
      reason: message('contact_recovery_prepared'),
      nextStep: message('contact_recovery_prepared_next'),
    },
    approved: {
      owner: 'us',
      reason: message('contact_recovery_approved'),
      nextStep: message('contact_recovery_approved_next'),
    },
    confirming: {
      owner: 'you',
      reason: message('contact_recovery_confirming'),
      nextStep: message('contact_recovery_confirming_next'),
    },
  },
});

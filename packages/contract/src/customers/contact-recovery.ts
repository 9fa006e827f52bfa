import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PendingStatus } from '../platform/pending-status.ts';

/**
 * `prepared` by one member of staff, `approved` by a second, `confirming` once a day has passed and link and code were
 * sent, `confirmed` by the person. All others have ended and changed nothing.
 */
export const ContactRecoveryState = z
  .enum(['prepared', 'approved', 'confirming', 'confirmed', 'refused', 'withdrawn', 'stopped', 'lapsed'])
  .meta({ id: 'ContactRecoveryState' });
export type ContactRecoveryState = z.infer<typeof ContactRecoveryState>;

/** What a signed-in person reads of the open one. The new addresses are masked: the person may not be who asked. */
export const ContactRecoveryView = z
  .object({
    uid: Uid,
    state: ContactRecoveryState,
    newEmail: z.string(),
    newPhone: z.string().nullable(),
    preparedAt: Moment,
    pendingStatus: PendingStatus,
  })
  .meta({ id: 'ContactRecovery' });
export type ContactRecoveryView = z.infer<typeof ContactRecoveryView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/profile/contact-recovery',
  access: 'customer',
  beforeKyc: true,
  about: 'New contact details that our staff prepared for the person and that have not taken effect. Null: none.',
  input: EmptyInput,
  reply: z.object({ recovery: ContactRecoveryView.nullable() }),
  refusals: [],
});

export const stop = endpoint({
  method: 'POST',
  path: '/v1/profile/contact-recovery/stop',
  access: 'customer',
  beforeKyc: true,
  about: 'Stops the new contact details that our staff prepared. Nothing changes, and staff are told.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['invalid_transition'],
});

const link = { token: z.string().min(1).max(100), captcha: z.string().max(4000).optional(), idempotency: Idempotency };
const linkRefusals = ['contact_link_invalid', 'login_locked', 'captcha_required', 'captcha_failed'] as const;

export const stopByLink = endpoint({
  method: 'POST',
  path: '/v1/contact-recovery/stop',
  access: 'public',
  beforeKyc: true,
  about:
    'Stops it by the link in the e-mail to the old address. `ended`: it had ended before, without a change. `confirmed`: it is too late, the contact details have changed.',
  input: z.strictObject(link),
  reply: z.object({ state: z.enum(['stopped', 'ended', 'confirmed']) }),
  refusals: linkRefusals,
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/contact-recovery/confirm',
  access: 'public',
  beforeKyc: true,
  about:
    'Confirms the new contact details by the link that went to the new e-mail address and, with a new telephone number, the code that went there. Five wrong codes end it. It ends every session, logs nobody in, and for 24 hours less can be sent to new payees.',
  input: z.strictObject({
    ...link,
    code: freeText()
      .regex(/^\d{6}$/, fieldMessage('contact_code_format_invalid'))
      .optional(),
  }),
  reply: NoContent,
  refusals: [...linkRefusals, 'contact_code_wrong'],
});

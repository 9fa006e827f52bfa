import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { updatePhone } from '../../customers/customer/customer.ts';
import { startEmailChange } from '../../customers/email-change/email-change.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { phoneCorrected } from './person.ts';
import { requireHelpable } from './require-helpable.ts';
import { viewPerson } from './show-person.ts';

/** Refuses with `not_found`, `invalid_transition`, `validation_failed`, `email_unchanged` or `too_many_email_changes`. */
export const correctPerson =
  (codeKey: Buffer): Verb<typeof contract.person.correct> =>
  async (ctx, { id, phone, email, reason }) => {
    if (phone === undefined && email === undefined)
      throw new Refusal('validation_failed', {
        errors: [{ field: 'phone', code: 'required', reason: message('person_nothing_to_correct') }],
      });
    await requireHelpable(ctx, id);
    if (phone !== undefined) {
      await updatePhone(ctx.tx, id, phone);
      await audit(ctx, 'person.phone_corrected', `person:${id}`, { reason });
      await emit(ctx, phoneCorrected, { userId: id, at: ctx.now.toISOString() });
    }
    if (email !== undefined) {
      await startEmailChange(ctx, codeKey, id, email);
      await audit(ctx, 'person.email_change_started', `person:${id}`, { reason });
    }
    return viewPerson(ctx, id);
  };

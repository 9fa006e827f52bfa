import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { startEmailChange } from '../../customers/email-change/email-change.ts';
import { startPhoneChange } from '../../customers/phone-change/phone-change.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import type { HelpKeys } from './person.ts';
import { requireHelpable } from './require-helpable.ts';
import { viewPerson } from './show-person.ts';

/**
 * Staff only start a change: the person confirms it. Refuses with `not_found`, `invalid_transition`,
 * `validation_failed`, and with what the changes refuse.
 */
export const correctPerson =
  ({ emailCodes, phoneCodes }: HelpKeys): Verb<typeof contract.person.correct> =>
  async (ctx, { id, phone, email, reason }) => {
    if (phone === undefined && email === undefined)
      throw new Refusal('validation_failed', {
        errors: [{ field: 'phone', code: 'required', reason: message('person_nothing_to_correct') }],
      });
    await requireHelpable(ctx, id);
    if (phone !== undefined) {
      await startPhoneChange(ctx, phoneCodes, id, phone);
      await audit(ctx, 'person.phone_change_started', `person:${id}`, { reason });
    }
    if (email !== undefined) {
      await startEmailChange(ctx, emailCodes, id, email);
      await audit(ctx, 'person.email_change_started', `person:${id}`, { reason });
    }
    return viewPerson(ctx, id);
  };

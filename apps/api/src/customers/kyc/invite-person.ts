import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter } from './change-kyc-state.ts';
import { requirePeopleEditable, requirePerson, viewPerson } from './firm-people.ts';
import { kycSetting } from './kyc.settings.ts';
import { personInvited } from './kyc.ts';
import { inviteAgainAt } from './kyc.view.ts';
import { updatePerson } from './person.sql.ts';

/** A new link takes the place of the one before. Refuses `rate_limited` within a day. */
export const inviteFirmPerson: Verb<typeof contract.kyc.invitePerson> = async (ctx, { uid }) => {
  const file = await requirePeopleEditable(ctx);
  const person = requirePerson(file, uid);
  if (person.providedAt !== null) throw new Refusal('invalid_transition');
  const until = inviteAgainAt(person);
  if (until !== null && until > ctx.now)
    throw new Refusal('rate_limited', {
      reason: message('kyc_invited_today', { until }),
      retryAfterSeconds: Math.ceil((until.getTime() - ctx.now.getTime()) / 1000),
    });
  const { linkDays } = await requireSetting(ctx.tx, kycSetting, {});
  const linkId = v7();
  await updatePerson(ctx.tx, uid, {
    invitedAt: ctx.now,
    linkId,
    linkExpiresAt: daysAfter(ctx.now, linkDays),
  });
  await audit(ctx, 'kyc.person_invited', `kyc:${file.application.id}`, { person: uid });
  await emit(ctx, personInvited, { personId: uid, linkId });
  return viewPerson(ctx, uid);
};

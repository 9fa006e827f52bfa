import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter } from './change-kyc-state.ts';
import { kycSetting } from './kyc.settings.ts';
import { inviteAgainAt } from './kyc.view.ts';
import { type PersonRow, updatePerson } from './person.sql.ts';

/** Refuses `rate_limited` within a day of the last link. */
export function requireLinkDue({ now }: Pick<Ctx, 'now'>, person: Pick<PersonRow, 'invitedAt'>): void {
  const until = inviteAgainAt(person);
  if (until === null || until <= now) return;
  throw new Refusal('rate_limited', {
    reason: message('kyc_invited_today', { until }),
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });
}

/** A new link takes the place of the one before. Returns its id. */
export async function renewLink({ tx, now }: Ctx, personId: string): Promise<string> {
  const { linkDays } = await requireSetting(tx, kycSetting, {});
  const linkId = v7();
  await updatePerson(tx, personId, { invitedAt: now, linkId, linkExpiresAt: daysAfter(now, linkDays) });
  return linkId;
}

import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter } from '../../platform/time/time-after.ts';
import type { EvaluatedItem } from './evaluate-items.ts';
import { kycSetting } from './kyc.settings.ts';
import { deleteAnswers, deleteItemDocument, type PersonRow, updatePerson } from './kyc.sql.ts';
import { inviteAgainAt } from './kyc.view.ts';

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

/** The link of the person no longer works, and nothing that they gave or that identifies them stays. */
export async function erasePerson(ctx: Ctx, id: string, items: readonly EvaluatedItem[]): Promise<void> {
  for (const { document } of items.flatMap(({ documents }) => documents)) {
    await decideIdentityDocument(ctx, document.id, { state: 'refused', reason: defaultText('kyc_document_removed') });
    await deleteItemDocument(ctx.tx, document.id);
  }
  await deleteAnswers(
    ctx.tx,
    items.map(({ row }) => row.id),
  );
  await updatePerson(ctx.tx, id, { name: null, email: null, linkId: null, linkExpiresAt: null, removedAt: ctx.now });
}

import type { contract } from '@larkmere/contract/contract';
import type { MemberCheckView } from '@larkmere/contract/customers/member-check';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { loadItems } from './evaluate-items.ts';
import { itemTitle, reasonText } from './item-texts.ts';
import { findApplicationOf } from './kyc.sql.ts';
import { derivePersonCode } from './kyc.ts';
import { inviteAgainAt } from './kyc.view.ts';
import { findOwnPerson } from './member-check.read.ts';
import { checkState, isCheckNeeded, lockCheckOf, lockMember, openCheck, sendMemberLink } from './member-check.ts';
import type { PersonRow } from './person.sql.ts';
import { requireLinkDue } from './person-link.ts';

export const showMemberCheck =
  (key: Buffer): Verb<typeof contract.memberCheck.show> =>
  async (ctx) => {
    const person = await findOwnPerson(ctx.tx, ctx.actor);
    const application = await findApplicationOf(ctx.tx, ctx.actor.customerId);
    const items = person ? await loadItems(ctx, application, person.id) : [];
    const state = checkState(person, items, ctx.actor);
    const isToSend = state === 'to_send' || state === 'rejected';
    return {
      state,
      refused: items.flatMap(({ row: { key: item, reason } }) =>
        state === 'rejected' && reason !== null
          ? [{ title: itemTitle('person', item), reason: reasonText(reason) }]
          : [],
      ),
      link: isToSend && person ? linkOf(ctx, key, person) : null,
      canSendFrom: (person && inviteAgainAt(person)?.toISOString()) ?? null,
    };
  };

function linkOf({ now }: CustomerCtx, key: Buffer, { id, linkId, linkExpiresAt }: PersonRow): MemberCheckView['link'] {
  if (linkId === null || linkExpiresAt === null || linkExpiresAt <= now) return null;
  return { id, code: derivePersonCode(key, linkId) };
}

/** Opens the check of a member who was not asked before. */
export const sendMemberCheckLink: Verb<typeof contract.memberCheck.sendLink> = async (ctx) => {
  const { userId, customerId } = ctx.actor;
  const member = await lockMember(ctx, customerId, (each) => each.userId === userId);
  if (!member || !isCheckNeeded(member)) throw new Refusal('invalid_transition');
  const person = (await lockCheckOf(ctx, member))?.person ?? (await openCheck(ctx, member));
  if (person.providedAt !== null) throw new Refusal('invalid_transition');
  requireLinkDue(ctx, person);
  await sendMemberLink(ctx, person, member.id);
  return null;
};

import type { contract } from '@larkmere/contract/contract';
import type { MemberCheckState, MemberCheckView } from '@larkmere/contract/customers/member-check';
import { mustProveIdentity } from '@larkmere/contract/platform/access';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { lockMembers, type Membership } from '../customer/customer.ts';
import type { InvitationAnswered } from '../invitation/invitation.ts';
import { rightsOf, type UserRightsChanged, type UserStateChanged } from '../user/user.ts';
import { type EvaluatedItem, loadItems } from './evaluate-items.ts';
import { verifyItem } from './item-lifecycle.ts';
import { findOwnPerson } from './kyc.read.ts';
import {
  type ApplicationRow,
  findApplicationOf,
  findPersonOfMember,
  insertPerson,
  insertPersonItems,
  lockApplicationOf,
  type PersonRow,
  updatePerson,
} from './kyc.sql.ts';
import { derivePersonCode, itemTitle, memberCheckLinked, reasonText } from './kyc.ts';
import { inviteAgainAt } from './kyc.view.ts';
import { erasePerson, renewLink, requireLinkDue } from './person-link.ts';

export type CheckedMember = Membership & Readonly<{ userId: string }>;

export const hasJoined = (member: Membership): member is CheckedMember =>
  member.userId !== null && (member.state === 'active' || member.state === 'suspended');

/** Whoever only reads proves nothing. */
function isCheckNeeded(member: Membership): boolean {
  const { role, access } = rightsOf(member);
  return member.identityCheckedAt === null && mustProveIdentity(role, access);
}

/** Somebody who joined, with all members of the customer locked. Undefined once they were removed. */
const lockMember = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  isSought: (member: Membership) => boolean,
): Promise<CheckedMember | undefined> => (await lockMembers(tx, customerId)).filter(hasJoined).find(isSought);

type OpenCheck = Readonly<{ application: ApplicationRow; person: PersonRow }>;

/** The check of a locked member. Members are always locked before the identity check of the customer. */
export async function lockCheckOf(
  { tx }: Pick<Ctx, 'tx'>,
  { id, customerId }: Pick<Membership, 'id' | 'customerId'>,
): Promise<OpenCheck | undefined> {
  const application = await lockApplicationOf(tx, customerId);
  const person = await findPersonOfMember(tx, id);
  return person && { application, person };
}

/** Of a locked member without one. */
async function openCheck(ctx: Ctx, { id, customerId }: CheckedMember): Promise<PersonRow> {
  const application = await lockApplicationOf(ctx.tx, customerId);
  const person = await insertPerson(ctx.tx, {
    id: v7(),
    applicationId: application.id,
    membershipId: id,
    isDirector: false,
    sharePercent: '0',
  });
  await insertPersonItems(ctx.tx, application.id, person.id);
  await audit(ctx, 'kyc.member_check_opened', `kyc:${application.id}`, { person: person.id, membership: id });
  return person;
}

async function sendMemberLink(ctx: Ctx, { id, applicationId }: PersonRow, membershipId: string): Promise<void> {
  const linkId = await renewLink(ctx, id);
  await audit(ctx, 'kyc.member_check_linked', `kyc:${applicationId}`, { person: id });
  await emit(ctx, memberCheckLinked, { membershipId, personId: id, linkId });
}

/** Accepts what was handed in. If nothing was, the check was taken in person, and what was begun is erased. */
export async function acceptCheck(ctx: Ctx, { application, person }: OpenCheck): Promise<void> {
  const items = await loadItems(ctx, application, person.id);
  const submitted = items.filter(({ row }) => row.state === 'in_review');
  if (submitted.length === 0) return discardCheck(ctx, { application, person });
  for (const item of submitted) await verifyItem(ctx, item);
  // What was asked for again is not needed any more, so the form takes nothing.
  await updatePerson(ctx.tx, person.id, { providedAt: person.providedAt ?? ctx.now });
}

async function discardCheck(ctx: Ctx, { application, person }: OpenCheck): Promise<void> {
  await erasePerson(ctx, person.id, await loadItems(ctx, application, person.id));
  await audit(ctx, 'kyc.person_removed', `kyc:${application.id}`, { person: person.id });
}

/** `items`: those of the person. */
export function checkState(
  person: Pick<PersonRow, 'providedAt'> | undefined,
  items: readonly EvaluatedItem[],
  { isIdentityChecked }: Readonly<{ isIdentityChecked: boolean }>,
): MemberCheckState {
  if (isIdentityChecked) return 'verified';
  if (person?.providedAt) return 'in_review';
  return items.some(({ row }) => row.state === 'rejected') ? 'rejected' : 'to_send';
}

/** Whoever joins and may move money is sent the link to their form. */
export const onInvitationAnswered: TransactionalHandler<InvitationAnswered> = async (ctx, { payload }) => {
  if (payload.answer === 'accepted') await askForCheck(ctx, payload);
};

/** So is a member who only read before. */
export const onRightsChanged: TransactionalHandler<UserRightsChanged> = (ctx, { payload }) => askForCheck(ctx, payload);

type MemberId = Readonly<{ customerId: string; membershipId: string }>;

async function askForCheck(ctx: Ctx, { customerId, membershipId }: MemberId): Promise<void> {
  const member = await lockMember(ctx, customerId, ({ id }) => id === membershipId);
  if (!member || !isCheckNeeded(member) || (await lockCheckOf(ctx, member))) return;
  await sendMemberLink(ctx, await openCheck(ctx, member), member.id);
}

/** Nothing that a removed member gave stays, unless the check was passed: it counts again if they come back. */
export const onMemberRemoved: TransactionalHandler<UserStateChanged> = async (ctx, { payload }) => {
  if (payload.state !== 'removed') return;
  const member = (await lockMembers(ctx.tx, payload.customerId)).find(({ id }) => id === payload.membershipId);
  if (member?.state !== 'removed' || member.identityCheckedAt !== null) return;
  const check = await lockCheckOf(ctx, member);
  if (check) await discardCheck(ctx, check);
};

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

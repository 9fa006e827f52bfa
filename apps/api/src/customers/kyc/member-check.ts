import type { MemberCheckState } from '@larkmere/contract/customers/member-check';
import { mustProveIdentity } from '@larkmere/contract/platform/access';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockMembers, type Membership } from '../customer/customer.ts';
import { rightsOf } from '../user/user.ts';
import { verifyItem } from './decide-items.ts';
import { erasePerson } from './erase-person.ts';
import { type EvaluatedItem, loadItems } from './evaluate-items.ts';
import { type ApplicationRow, insertPersonItems, lockApplicationOf } from './kyc.sql.ts';
import { memberCheckLinked } from './kyc.ts';
import { findPersonOfMember, insertPerson, type PersonRow, updatePerson } from './person.sql.ts';
import { renewLink } from './person-link.ts';

export type CheckedMember = Membership & Readonly<{ userId: string }>;

export const hasJoined = (member: Membership): member is CheckedMember =>
  member.userId !== null && (member.state === 'active' || member.state === 'suspended');

/** Whoever only reads proves nothing. */
export function isCheckNeeded(member: Membership): boolean {
  const { role, access } = rightsOf(member);
  return member.identityCheckedAt === null && mustProveIdentity(role, access);
}

/** Somebody who joined, with all members of the customer locked. Undefined once they were removed. */
export const lockMember = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  isSought: (member: Membership) => boolean,
): Promise<CheckedMember | undefined> => (await lockMembers(tx, customerId)).filter(hasJoined).find(isSought);

export type OpenCheck = Readonly<{ application: ApplicationRow; person: PersonRow }>;

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
export async function openCheck(ctx: Ctx, { id, customerId }: CheckedMember): Promise<PersonRow> {
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

export async function sendMemberLink(ctx: Ctx, { id, applicationId }: PersonRow, membershipId: string): Promise<void> {
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

export async function discardCheck(ctx: Ctx, { application, person }: OpenCheck): Promise<void> {
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

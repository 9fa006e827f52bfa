import type { StaffMemberCheck } from '@larkmere/contract/back-office/member-check-review';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { hasGivenAccess } from '../access-request/access-request.ts';
import { findCustomer, setIdentityChecked } from '../customer/customer.ts';
import { lockPeopleForStaff, type People, readerOf, viewUserById } from '../user/user.ts';
import { type EvaluatedItem, loadItems } from './evaluate-items.ts';
import { findMemberDifferences, type KycHit, screenNamed } from './identity-concerns.ts';
import { refuseItem } from './item-lifecycle.ts';
import { findCustomerOfMember, type MemberCheckRow, selectMemberChecks, selectMemberName } from './kyc.read.ts';
import { type ApplicationRow, findApplicationOf } from './kyc.sql.ts';
import { type MemberCheckReturned, memberCheckPassed, memberCheckReturned } from './kyc.ts';
import { acceptCheck, type CheckedMember, checkState, hasJoined, lockCheckOf } from './member-check.ts';
import { renewLink } from './person-link.ts';
import { toHitView, toStaffItem } from './show-case.ts';

type Reviews = typeof contract.memberCheckReview;

export const listMemberChecks: Verb<Reviews['list']> = async (ctx, { id }) => {
  if (!(await findCustomer(ctx.tx, id))) throw new Refusal('not_found');
  const application = await findApplicationOf(ctx.tx, id);
  const rows = await selectMemberChecks(ctx.tx, application.id);
  if (rows.length > 0) await audit(ctx, 'kyc.member_checks_viewed', `kyc:${application.id}`, { customer: id });
  const list = [];
  for (const row of rows) list.push(await viewMemberCheck(ctx, application, row));
  return { list };
};

async function viewMemberCheck(
  ctx: StaffCtx,
  application: ApplicationRow,
  row: MemberCheckRow,
): Promise<StaffMemberCheck> {
  const { id, memberName: name, dateOfBirth } = row;
  const items = await loadItems(ctx, application, id);
  const hits = await screenMember(ctx, id, name, items);
  return {
    uid: row.membershipId,
    name,
    email: row.memberEmail,
    role: row.role,
    state: checkState(row, items, row),
    submittedAt: row.providedAt?.toISOString() ?? null,
    items: items.map((item) => toStaffItem(application, item)),
    hits: hits.map(toHitView),
    differences: await findMemberDifferences(ctx, { application, items, people: [] }, { id, name, dateOfBirth }),
    allowed: await allowedActs(ctx, row, items, hits),
  };
}

/** Under the name of the account and that of the form. */
const screenMember = (ctx: StaffCtx, of: string, name: string, items: readonly EvaluatedItem[]): Promise<KycHit[]> =>
  screenNamed(ctx, [{ of, name }, ...items.map(({ answers }) => ({ of, name: answers.fullName }))]);

/** Who gave the person access does not confirm who they are. */
async function allowedActs(
  ctx: StaffCtx,
  { membershipId: id, customerId, invitedEmail, isIdentityChecked, isRemoved }: MemberCheckRow,
  items: readonly EvaluatedItem[],
  hits: readonly KycHit[],
): Promise<StaffMemberCheck['allowed']> {
  if (isIdentityChecked || isRemoved || !allows(ctx.actor.permissions, ['kyc', 'act'])) return [];
  const hasGiven = await hasGivenAccess(ctx.tx, ctx.actor.staffId, { id, customerId, invitedEmail });
  return [
    ...(hasGiven || !mayConfirm(ctx, hits) ? [] : (['confirm'] as const)),
    ...(items.some(isSubmitted) ? (['ask_again'] as const) : []),
  ];
}

const isSubmitted = ({ row }: EvaluatedItem): boolean => row.state === 'in_review';

const mayConfirm = ({ actor }: StaffCtx, hits: readonly KycHit[]): boolean =>
  hits.length === 0 || allows(actor.permissions, ['kyc', 'approve']);

type Locked = Readonly<{ people: People; member: CheckedMember }>;

/** Refuses `not_found`, and `invalid_transition` for somebody who has not joined or was checked before. */
async function lockUnchecked(ctx: StaffCtx, id: string): Promise<Locked> {
  const customerId = await findCustomerOfMember(ctx.tx, id);
  if (customerId === undefined) throw new Refusal('not_found');
  const people = await lockPeopleForStaff(ctx, customerId);
  const member = people.members.find((each) => each.id === id);
  if (!member || member.state === 'removed') throw new Refusal('not_found');
  if (!hasJoined(member) || member.identityCheckedAt !== null) throw new Refusal('invalid_transition');
  return { people, member };
}

/**
 * Also without documents, if the check was taken in person. Refuses `approver_conflict` to staff who prepared or agreed
 * to the access, and `access_denied` for a name on a sanctions list to all but the MLRO.
 */
export const confirmMember: Verb<Reviews['confirm']> = async (ctx, { id, note }) => {
  const { people, member } = await lockUnchecked(ctx, id);
  const { userId, customerId } = member;
  if (await hasGivenAccess(ctx.tx, ctx.actor.staffId, member)) throw new Refusal('approver_conflict');
  const check = await lockCheckOf(ctx, member);
  const items = check ? await loadItems(ctx, check.application, check.person.id) : [];
  const hits = await screenMember(ctx, id, await selectMemberName(ctx.tx, id), items);
  if (!mayConfirm(ctx, hits)) throw accessDenied('name_on_list');
  if (check) await acceptCheck(ctx, check);
  await setIdentityChecked(ctx.tx, id, ctx.now);
  await audit(ctx, 'membership.identity_checked', `membership:${id}`, {
    person: userId,
    reason: note,
    byDocuments: items.some(isSubmitted),
  });
  await emit(ctx, memberCheckPassed, { membershipId: id, customerId, userId });
  return viewUserById(ctx, customerId, readerOf(people), id);
};

/** Only of what was handed in. Refuses `not_found` for another item, and `invalid_transition` while nothing was. */
export const askMemberAgain: Verb<Reviews['askAgain']> = async (ctx, { id, items: named, note }) => {
  const { member } = await lockUnchecked(ctx, id);
  const { userId, customerId } = member;
  const check = await lockCheckOf(ctx, member);
  if (!check) throw new Refusal('invalid_transition');
  const { application, person } = check;
  const items = await loadItems(ctx, application, person.id);
  const returned: MemberCheckReturned['items'][number][] = [];
  for (const { item: itemId, reasonCode: reason } of named) {
    const item = items.find(({ row }) => row.id === itemId);
    if (!item) throw new Refusal('not_found');
    if (!isSubmitted(item)) throw new Refusal('invalid_transition');
    await refuseItem(ctx, application, { item, reason, dueBy: null, note });
    returned.push({ key: item.row.key, reason });
  }
  const linkId = await renewLink(ctx, person.id);
  await emit(ctx, memberCheckReturned, {
    membershipId: id,
    customerId,
    userId,
    personId: person.id,
    linkId,
    items: returned,
  });
  return null;
};

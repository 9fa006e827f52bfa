import type { contract } from '@larkmere/contract/contract';
import type { FirmPersonView } from '@larkmere/contract/customers/kyc';
import { maxFirmPeople, ownerThreshold } from '@larkmere/contract/customers/kyc-requirements';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireItem, touchItem } from './edit-item.ts';
import { requireEditable, requireEditor } from './editing.ts';
import { itemsOfPerson, type KycFile, loadKycFile, totalShares, wholeFirm } from './evaluate-items.ts';
import {
  findApplicationOf,
  insertPerson,
  insertPersonItems,
  lockApplicationOf,
  type PersonRow,
  updatePerson,
} from './kyc.sql.ts';
import { personInvited } from './kyc.ts';
import { toPersonView } from './kyc.view.ts';
import { erasePerson, renewLink, requireLinkDue } from './person-link.ts';

type PersonInput = Readonly<{ name: string; email: string; isDirector: boolean; sharePercent: number }>;

export const addFirmPerson: Verb<typeof contract.kyc.addPerson> = async (ctx, input) => {
  const file = await requirePeopleEditable(ctx);
  requireFitting(input, file.people);
  const { id } = await insertPerson(ctx.tx, { id: v7(), applicationId: file.application.id, ...toColumns(input) });
  await insertPersonItems(ctx.tx, file.application.id, id);
  await touchPeople(ctx, file);
  return viewPerson(ctx, id);
};

/** Another address ends the link that was sent to the one before. */
export const editFirmPerson: Verb<typeof contract.kyc.editPerson> = async (ctx, { uid, ...input }) => {
  const file = await requirePeopleEditable(ctx);
  const person = requirePerson(file, uid);
  requireFitting(
    input,
    file.people.filter(({ id }) => id !== uid),
  );
  const isMoved = person.email?.toLowerCase() !== input.email.toLowerCase();
  const endsLink = isMoved && { linkId: null, linkExpiresAt: null, invitedAt: null };
  await updatePerson(ctx.tx, uid, { ...toColumns(input), ...endsLink });
  await touchPeople(ctx, file);
  return viewPerson(ctx, uid);
};

export const removeFirmPerson: Verb<typeof contract.kyc.removePerson> = async (ctx, { uid }) => {
  const file = await requirePeopleEditable(ctx);
  await erasePerson(ctx, uid, itemsOfPerson(requirePerson(file, uid), file.items));
  await audit(ctx, 'kyc.person_removed', `kyc:${file.application.id}`, { person: uid });
  await touchPeople(ctx, file);
  return null;
};

/** The locked file of a firm. Refuses `access_denied`, `not_found` for a person, and `invalid_transition`. */
export async function requirePeopleEditable(ctx: CustomerCtx): Promise<KycFile> {
  requireEditor(ctx.actor);
  const application = await lockApplicationOf(ctx.tx, ctx.actor.customerId);
  const { row } = await requireItem(ctx, application, 'people');
  requireEditable(application, row);
  return loadKycFile(ctx, application);
}

export function requirePerson({ people }: KycFile, uid: string): PersonRow {
  const person = people.find(({ id }) => id === uid);
  if (!person) throw new Refusal('not_found');
  return person;
}

async function touchPeople(ctx: CustomerCtx, { application }: KycFile): Promise<void> {
  await touchItem(ctx, application, await requireItem(ctx, application, 'people'));
}

export async function viewPerson(ctx: CustomerCtx, uid: string): Promise<FirmPersonView> {
  const file = await loadKycFile(ctx, await findApplicationOf(ctx.tx, ctx.actor.customerId));
  return toPersonView(file, requirePerson(file, uid));
}

const toColumns = ({ name, email, isDirector, sharePercent }: PersonInput) => ({
  name,
  email,
  isDirector,
  sharePercent: String(sharePercent),
});

/** Beside the others: shares up to 100 %, each address once, and everybody is a director or a large owner. */
function requireFitting(input: PersonInput, others: readonly PersonRow[]): void {
  const { email, isDirector, sharePercent } = input;
  if (others.length >= maxFirmPeople) throw fault('name', message('kyc_people_too_many', { max: maxFirmPeople }));
  if (!isDirector && sharePercent < ownerThreshold) throw fault('sharePercent', message('kyc_person_neither'));
  if (totalShares([...others, toColumns(input)]) > wholeFirm)
    throw fault('sharePercent', message('kyc_shares_above_hundred'));
  if (others.some((other) => other.email?.toLowerCase() === email.toLowerCase()))
    throw fault('email', message('kyc_person_email_taken'));
}

const fault = (field: string, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'invalid', reason }] });

/** A new link takes the place of the one before. Refuses `rate_limited` within a day. */
export const inviteFirmPerson: Verb<typeof contract.kyc.invitePerson> = async (ctx, { uid }) => {
  const file = await requirePeopleEditable(ctx);
  const person = requirePerson(file, uid);
  if (person.providedAt !== null) throw new Refusal('invalid_transition');
  requireLinkDue(ctx, person);
  const linkId = await renewLink(ctx, uid);
  await audit(ctx, 'kyc.person_invited', `kyc:${file.application.id}`, { person: uid });
  await emit(ctx, personInvited, { personId: uid, linkId });
  return viewPerson(ctx, uid);
};

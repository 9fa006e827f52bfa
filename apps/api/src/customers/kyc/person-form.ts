import { timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { FirmPersonForm } from '@larkmere/contract/customers/kyc-person';
import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { findCustomer } from '../customer/customer.ts';
import { addDocumentTo, removeDocumentFrom, saveAnswersOf } from './edit-item.ts';
import { isEditable } from './editing.ts';
import { isOpen, loadItems } from './evaluate-items.ts';
import { submitItems } from './item-lifecycle.ts';
import { selectMemberName } from './kyc.read.ts';
import {
  type ApplicationRow,
  findApplication,
  findPerson,
  lockApplication,
  type PersonRow,
  updatePerson,
} from './kyc.sql.ts';
import { derivePersonCode, personProvided } from './kyc.ts';
import { personState, toItemForm } from './kyc.view.ts';

type PersonVerbs = typeof contract.kycPerson;
type Link = Readonly<{ id: string; code: string }>;
type LinkedPerson = Readonly<{ person: PersonRow; application: ApplicationRow }>;

export const showPersonForm =
  (key: Buffer): Verb<PersonVerbs['show']> =>
  async (ctx, link) =>
    viewPersonForm(ctx, await requireLinkedPerson(ctx, key, link));

export const savePersonItem =
  (linkKey: Buffer): Verb<PersonVerbs['saveItem']> =>
  async (ctx, { key, answers, ...link }) => {
    const { application, person } = await requireUnfinishedPerson(ctx, linkKey, link);
    return saveAnswersOf(ctx, application, { key, personId: person.id, answers });
  };

export const addPersonDocument =
  (linkKey: Buffer): Verb<PersonVerbs['addDocument']> =>
  async (ctx, { key, file, ...link }) => {
    const { application, person } = await requireUnfinishedPerson(ctx, linkKey, link);
    return addDocumentTo(ctx, application, { key, file, personId: person.id, userId: null });
  };

export const removePersonDocument =
  (linkKey: Buffer): Verb<PersonVerbs['removeDocument']> =>
  async (ctx, { uid, ...link }) => {
    const { application, person } = await requireUnfinishedPerson(ctx, linkKey, link);
    await removeDocumentFrom(ctx, application, { uid, personId: person.id });
    return null;
  };

export const submitPersonForm =
  (linkKey: Buffer): Verb<PersonVerbs['submit']> =>
  async (ctx, link) => {
    const { application, person } = await requireUnfinishedPerson(ctx, linkKey, link);
    const items = await loadItems(ctx, application, person.id);
    const errors = items
      .filter(({ row, isComplete }) => isOpen(row) && !isComplete)
      .map(({ row, isScanning }): FieldError => {
        const reason = message(isScanning ? 'kyc_item_scanning' : 'kyc_item_incomplete');
        return { field: row.key, code: 'required', reason };
      });
    if (errors.length > 0) throw new Refusal('validation_failed', { errors });
    const provided = await updatePerson(ctx.tx, person.id, { providedAt: ctx.now });
    const { id: applicationId, customerId } = application;
    await audit(ctx, 'kyc.person_provided', `kyc:${applicationId}`, { person: person.id });
    if (person.membershipId === null)
      await emit(ctx, personProvided, { applicationId, customerId, personId: person.id });
    else await submitItems(ctx, items);
    return viewPersonForm(ctx, { application, person: provided });
  };

/** Locks the identity check. Refuses `kyc_link_invalid` in the same words whatever is wrong with the link. */
async function requireLinkedPerson({ tx, now }: Ctx, key: Buffer, { id, code }: Link): Promise<LinkedPerson> {
  const invalid = new Refusal('kyc_link_invalid');
  const found = await findPerson(tx, id);
  const application = found && (await lockApplication(tx, found.applicationId));
  const person = await findPerson(tx, id);
  if (!application || !person?.linkId || !person.linkExpiresAt || person.linkExpiresAt <= now) throw invalid;
  const [expected, given] = [derivePersonCode(key, person.linkId), code].map((text) => Buffer.from(text));
  if (!expected || given?.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid;
  return { person, application };
}

async function requireUnfinishedPerson(ctx: Ctx, key: Buffer, link: Link): Promise<LinkedPerson> {
  const linked = await requireLinkedPerson(ctx, key, link);
  if (linked.person.providedAt !== null)
    throw new Refusal('invalid_transition', { reason: message('kyc_already_submitted') });
  return linked;
}

async function viewPersonForm(ctx: Ctx, { application, person }: LinkedPerson): Promise<FirmPersonForm> {
  const current = (await findApplication(ctx.tx, application.id)) ?? application;
  const own = await loadItems(ctx, current, person.id);
  const firm = await findCustomer(ctx.tx, application.customerId);
  const isUnfinished = person.providedAt === null;
  const state = personState(person, own);
  return {
    firmName: firm?.name ?? '',
    name: person.name ?? (person.membershipId === null ? '' : await selectMemberName(ctx.tx, person.membershipId)),
    isMember: person.membershipId !== null,
    state: state === 'not_invited' ? 'invited' : state,
    items: own.map((item) => {
      const form = toItemForm(current, item);
      return { ...form, canEdit: isUnfinished && form.canEdit, canUpload: isUnfinished && form.canUpload };
    }),
    canSubmit: isUnfinished && own.every((item) => item.isComplete || !isEditable(current, item.row)),
    expiresAt: (person.linkExpiresAt ?? ctx.now).toISOString(),
  };
}

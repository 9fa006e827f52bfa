import type { FirmPersonView, KycDocument, KycForm, KycItemForm } from '@larkmere/contract/customers/kyc';
import { hoursAfter } from '../../platform/time/time-after.ts';
import { isEditable } from './editing.ts';
import { type EvaluatedItem, type ItemDocument, itemsOfPerson, type KycFile, viewShares } from './evaluate-items.ts';
import type { ApplicationRow, ItemRow, PersonRow } from './kyc.sql.ts';
import { itemTitle, reasonText } from './kyc.ts';

export const toKycDocument = ({ document, isSubmitted }: ItemDocument, canEdit: boolean): KycDocument => ({
  uid: document.id,
  name: document.name,
  mediaType: document.mediaType,
  size: document.sizeBytes,
  state: document.state,
  reason: document.reason,
  createdAt: document.createdAt.toISOString(),
  canRemove: canEdit && !isSubmitted && ['received', 'refused'].includes(document.state),
});

const countNotRefused = ({ documents }: EvaluatedItem): number =>
  documents.filter(({ document }) => document.state !== 'refused').length;

export const canUpload = (application: ApplicationRow, item: EvaluatedItem): boolean =>
  isEditable(application, item.row) && countNotRefused(item) < item.requirement.documents.max;

export function toItemForm(application: ApplicationRow, item: EvaluatedItem): KycItemForm {
  const { row, requirement, answers, documents, missing, isComplete } = item;
  const canEdit = isEditable(application, row);
  return {
    ...toItemView(application, row),
    isComplete,
    canEdit,
    canUpload: canUpload(application, item),
    missing: [...missing],
    answers,
    documents: documents.map((each) => toKycDocument(each, canEdit)),
    documentsMin: requirement.documents.min,
    documentsMax: requirement.documents.max,
    savedAt: row.savedAt?.toISOString() ?? null,
  };
}

export const toItemView = ({ level }: ApplicationRow, { key, state, reason, personId }: ItemRow) => ({
  key,
  title: itemTitle(personId === null ? level : 'person', key),
  state,
  reasonCode: reason,
  reason: reason === null ? null : reasonText(reason),
});

export function toForm(file: KycFile): KycForm {
  const { application, items, people } = file;
  const own = items.filter(({ row }) => row.personId === null);
  const isFirm = application.level === 'business';
  const saved = items.flatMap(({ row }) => row.savedAt ?? []).toSorted((a, b) => b.getTime() - a.getTime());
  return {
    level: isFirm ? 'business' : 'person',
    savedAt: saved[0]?.toISOString() ?? null,
    items: own.map((item) => toItemForm(application, item)),
    people: isFirm ? people.map((person) => toPersonView(file, person)) : null,
    shares: isFirm ? viewShares(people) : null,
  };
}

export function toPersonView({ application, items }: KycFile, person: PersonRow): FirmPersonView {
  const own = itemsOfPerson(person, items);
  const list = items.find(({ row }) => row.key === 'people');
  const refused = own.find(({ row }) => row.state === 'rejected');
  return {
    uid: person.id,
    name: person.name ?? '',
    email: person.email ?? '',
    isDirector: person.isDirector,
    sharePercent: Number(person.sharePercent),
    state: personState(person, own),
    reason: refused?.row.reason == null ? null : reasonText(refused.row.reason),
    invitedAt: person.invitedAt?.toISOString() ?? null,
    canInviteFrom: inviteAgainAt(person)?.toISOString() ?? null,
    canEdit: list !== undefined && isEditable(application, list.row),
  };
}

export function personState(person: PersonRow, own: readonly EvaluatedItem[]): FirmPersonView['state'] {
  const states = own.map(({ row }) => row.state);
  if (states.length > 0 && states.every((state) => state === 'verified')) return 'verified';
  if (person.providedAt !== null) return states.includes('in_review') ? 'in_review' : 'provided';
  if (states.includes('rejected')) return 'rejected';
  return person.invitedAt === null ? 'not_invited' : 'invited';
}

const hoursBetweenLinks = 24;

/** From when a person can be sent a new link. Null: now. */
export const inviteAgainAt = ({ invitedAt }: Pick<PersonRow, 'invitedAt'>): Date | null =>
  invitedAt === null ? null : hoursAfter(invitedAt, hoursBetweenLinks);

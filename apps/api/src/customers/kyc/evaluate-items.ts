import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import {
  type KycAnswerName,
  type KycItemKey,
  type KycKind,
  type KycRequirement,
  kycRequirements,
} from '@larkmere/contract/customers/kyc-requirements';
import { type Document, findDocuments } from '../../checks/document/document.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  type ApplicationRow,
  type ItemRow,
  type PersonRow,
  selectAnswers,
  selectItemDocuments,
  selectItems,
  selectItemsOfPerson,
  selectPeople,
} from './kyc.sql.ts';

export type ItemDocument = Readonly<{ document: Document; isSubmitted: boolean }>;

export type EvaluatedItem = Readonly<{
  row: ItemRow;
  requirement: KycRequirement;
  answers: KycAnswers;
  documents: readonly ItemDocument[];
  missing: readonly KycAnswerName[];
  isScanning: boolean;
  /** Everything is there. What was refused must also have changed since. */
  isComplete: boolean;
}>;

export type KycFile = Readonly<{
  application: ApplicationRow;
  items: readonly EvaluatedItem[];
  people: readonly PersonRow[];
}>;

type ReadCtx = Pick<Ctx, 'tx' | 'now'>;

/** Of the customer, with directors and owners. People who joined have no part in it. */
export async function loadKycFile(ctx: ReadCtx, application: ApplicationRow): Promise<KycFile> {
  const items = await evaluateRows(ctx, application, await selectItems(ctx.tx, application.id));
  const people = await selectPeople(ctx.tx, application.id);
  return { application, people, items: items.map((item) => withPeople(item, items, people)) };
}

/** The items of one person: a director, an owner or a member. Those of the customer's own file if `personId` is null. */
export const loadItems = async (
  ctx: ReadCtx,
  application: ApplicationRow,
  personId: string | null,
): Promise<readonly EvaluatedItem[]> =>
  personId === null
    ? (await loadKycFile(ctx, application)).items
    : evaluateRows(ctx, application, await selectItemsOfPerson(ctx.tx, personId));

async function evaluateRows(
  { tx, now }: ReadCtx,
  { level }: ApplicationRow,
  rows: readonly ItemRow[],
): Promise<EvaluatedItem[]> {
  const ids = rows.map(({ id }) => id);
  const answers = await selectAnswers(tx, ids);
  const links = await selectItemDocuments(tx, ids);
  const documents = await findDocuments(
    tx,
    links.map(({ document }) => document),
  );
  return rows.map((row) => {
    const own = links.filter(({ item }) => item === row.id);
    return evaluateItem(row, level, {
      answers: answers.get(row.id) ?? {},
      documents: documents.flatMap((document) => {
        const link = own.find((each) => each.document === document.id);
        return link ? [{ document, isSubmitted: link.isSubmitted }] : [];
      }),
      today: now.toISOString().slice(0, 10),
    });
  });
}

const requirementOf = (level: KycKind, { key, personId }: Pick<ItemRow, 'key' | 'personId'>): KycRequirement => {
  const found = kycRequirements[personId === null ? level : 'firm_person'].find((each) => each.key === key);
  if (!found) throw new Error(`no requirement ${key} of ${level}`);
  return found;
};

type Given = Readonly<{ answers: KycAnswers; documents: readonly ItemDocument[]; today: string }>;

function evaluateItem(row: ItemRow, level: KycKind, { answers, documents, today }: Given): EvaluatedItem {
  const requirement = requirementOf(level, row);
  const missing = requirement.required.filter((name) => answers[name] == null || hasExpired(name, answers, today));
  const receivedDocuments = documents.filter(
    ({ document }) => document.state === 'received' || document.state === 'accepted',
  );
  const isScanning = documents.some(({ document }) => document.state === 'uploaded' || document.state === 'scanning');
  const isChanged =
    row.state !== 'rejected' || (row.savedAt !== null && row.decidedAt !== null && row.savedAt > row.decidedAt);
  const isComplete =
    missing.length === 0 && receivedDocuments.length >= requirement.documents.min && !isScanning && isChanged;
  return { row, requirement, answers, documents, missing, isScanning, isComplete };
}

const hasExpired = (name: KycAnswerName, { documentExpiresOn }: KycAnswers, today: string): boolean =>
  name === 'documentExpiresOn' && typeof documentExpiresOn === 'string' && documentExpiresOn <= today;

/** Directors and owners count once each of them has sent their part. */
function withPeople(item: EvaluatedItem, items: readonly EvaluatedItem[], people: readonly PersonRow[]): EvaluatedItem {
  if (item.requirement.key !== 'people') return item;
  const isProven = people.every((person) => person.providedAt !== null && isPersonComplete(person, items));
  return { ...item, isComplete: item.isComplete && isProven && arePeopleComplete(people, item.answers) };
}

export const itemsOfPerson = (person: Pick<PersonRow, 'id'>, items: readonly EvaluatedItem[]): EvaluatedItem[] =>
  items.filter(({ row }) => row.personId === person.id);

export const isPersonComplete = (person: Pick<PersonRow, 'id'>, items: readonly EvaluatedItem[]): boolean =>
  itemsOfPerson(person, items).every((item) => item.isComplete || !isOpen(item.row));

export const isOpen = ({ state }: Pick<ItemRow, 'state'>): boolean => state === 'not_provided' || state === 'rejected';

export const findItem = (
  { items }: KycFile,
  key: KycItemKey,
  personId: string | null = null,
): EvaluatedItem | undefined => items.find(({ row }) => row.key === key && row.personId === personId);

type Share = Pick<PersonRow, 'isDirector' | 'sharePercent'>;

/** In hundredths of a percent, so that shares add up exactly. */
const hundredthsOf = ({ sharePercent }: Pick<PersonRow, 'sharePercent'>): number =>
  Math.round(Number(sharePercent) * 100);

export const wholeFirm = 10_000;

export const totalShares = (people: readonly Share[]): number =>
  people.reduce((sum, person) => sum + hundredthsOf(person), 0);

/** There is a director, and the owners are all there or the firm says that nobody else owns so much. */
const arePeopleComplete = (people: readonly Share[], { noOtherOwners }: KycAnswers): boolean =>
  people.some(({ isDirector }) => isDirector) && (totalShares(people) === wholeFirm || noOtherOwners === true);

export function viewShares(people: readonly Share[]) {
  const total = totalShares(people);
  return { total: total / 100, missing: (wholeFirm - total) / 100, needsNoOtherOwners: total < wholeFirm };
}

import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import { kycRequirements } from '@larkmere/contract/customers/kyc-requirements';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { KycApplication, KycDecision, KycItem, KycPerson } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { endOfLondonDay } from '../../platform/time/london-day.ts';
import { conditionalLimit } from './kyc.settings.ts';

export type ApplicationRow = Readonly<Selectable<KycApplication>>;
/** `membershipId`: set for items of a member, which do not belong to the identity check of the customer. */
export type ItemRow = Readonly<Selectable<KycItem> & { membershipId: string | null }>;

export const findApplicationOf = (tx: Tx, customerId: string): Promise<ApplicationRow> =>
  tx.selectFrom('kyc.application').selectAll().where('customerId', '=', customerId).executeTakeFirstOrThrow();

export const findApplication = (tx: Tx, id: string): Promise<ApplicationRow | undefined> =>
  tx.selectFrom('kyc.application').selectAll().where('id', '=', id).executeTakeFirst();

/** Everything about one identity check runs one after the other behind this lock. */
export const lockApplication = (tx: Tx, id: string): Promise<ApplicationRow | undefined> =>
  tx.selectFrom('kyc.application').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const lockApplicationOf = (tx: Tx, customerId: string): Promise<ApplicationRow> =>
  tx
    .selectFrom('kyc.application')
    .selectAll()
    .where('customerId', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const updateApplication = (
  tx: Tx,
  id: string,
  change: Omit<Updateable<KycApplication>, 'state'>,
): Promise<ApplicationRow> =>
  tx.updateTable('kyc.application').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** The customer's own items first, then those of each director and owner; without people who were removed. */
export const selectItems = (tx: Tx, applicationId: string): Promise<ItemRow[]> =>
  itemsQuery(tx)
    .where('i.applicationId', '=', applicationId)
    .where('p.removedAt', 'is', null)
    .where('p.membershipId', 'is', null)
    .orderBy('p.createdAt', (order) => order.asc().nullsFirst())
    .orderBy('i.personId')
    .orderBy('i.position')
    .execute();

export const selectItemsOfPerson = (tx: Tx, personId: string): Promise<ItemRow[]> =>
  itemsQuery(tx).where('i.personId', '=', personId).orderBy('i.position').execute();

const itemsQuery = (tx: Tx) =>
  tx
    .selectFrom('kyc.item as i')
    .leftJoin('kyc.person as p', 'p.id', 'i.personId')
    .selectAll('i')
    .select('p.membershipId');

/** Of `kyc.application`: the customer still owes something. */
export const hasOpenItems = sql<boolean>`exists (
  select from kyc.item i left join kyc.person p on p.id = i.person_id
  where i.application_id = application.id and i.state in ('not_provided', 'rejected') and p.removed_at is null
    and p.membership_id is null)`;

/** Of `kyc.application`: the vendor or staff still look at something that was submitted. */
export const isBeingChecked = sql<boolean>`(exists (
  select from kyc.vendor_check c where c.application_id = application.id and c.state in ('requested', 'submitted', 'on_hold'))
  or exists (select from kyc.item i left join kyc.person p on p.id = i.person_id
    where i.application_id = application.id and i.state = 'in_review' and p.membership_id is null))`;

/** What directors, owners and people who join must give. */
export async function insertPersonItems(tx: Tx, applicationId: string, personId: string): Promise<void> {
  const items = kycRequirements.firm_person.map(({ key }, place) => ({
    id: v7(),
    applicationId,
    personId,
    key,
    position: place + 1,
  }));
  await tx.insertInto('kyc.item').values(items).execute();
}

export async function updateItem(tx: Tx, id: string, change: Omit<Updateable<KycItem>, 'state'>): Promise<void> {
  await tx.updateTable('kyc.item').set(change).where('id', '=', id).execute();
}

type Answers = Readonly<Record<string, unknown>>;

export async function selectAnswers(tx: Tx, itemIds: readonly string[]): Promise<ReadonlyMap<string, KycAnswers>> {
  const { rows } = await sql<{ item: string; answers: KycAnswers }>`
    select item_id as item, jsonb_object_agg(name, value) as answers from kyc.answer
    where item_id = any(${itemIds}::uuid[]) group by item_id`.execute(tx);
  return new Map(rows.map(({ item, answers }) => [item, answers]));
}

/** Null takes an answer back. */
export async function saveAnswers(tx: Tx, itemId: string, answers: Answers): Promise<void> {
  const given = JSON.stringify(answers);
  await sql`
    delete from kyc.answer where item_id = ${itemId}
      and name in (select key from jsonb_each(${given}::jsonb) where value = 'null')`.execute(tx);
  await sql`
    insert into kyc.answer (item_id, name, value)
    select ${itemId}, key, value from jsonb_each(${given}::jsonb) where value <> 'null'
    on conflict (item_id, name) do update set value = excluded.value, saved_at = now()`.execute(tx);
}

export const deleteAnswers = (tx: Tx, itemIds: readonly string[]) =>
  tx.deleteFrom('kyc.answer').where('itemId', '=', sql<string>`any(${itemIds}::uuid[])`).execute();

export type ItemDocument = Readonly<{ item: string; document: string; isSubmitted: boolean }>;

/** Those that count: neither refused with their item nor outdated. */
export async function selectItemDocuments(tx: Tx, itemIds: readonly string[]): Promise<ItemDocument[]> {
  const { rows } = await sql<ItemDocument>`
    select item_id as item, document_id as document, submitted_at is not null as is_submitted from kyc.item_document
    where item_id = any(${itemIds}::uuid[]) and replaced_at is null`.execute(tx);
  return rows;
}

export async function insertItemDocument(tx: Tx, itemId: string, documentId: string): Promise<void> {
  await tx.insertInto('kyc.item_document').values({ itemId, documentId }).execute();
}

export async function submitItemDocuments(tx: Tx, itemIds: readonly string[]): Promise<void> {
  await sql`
    update kyc.item_document set submitted_at = now()
    where item_id = any(${itemIds}::uuid[]) and submitted_at is null and replaced_at is null`.execute(tx);
}

export async function replaceItemDocuments(tx: Tx, itemId: string): Promise<void> {
  await sql`
    update kyc.item_document set replaced_at = now() where item_id = ${itemId} and replaced_at is null`.execute(tx);
}

export async function deleteItemDocument(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('kyc.item_document').where('documentId', '=', documentId).execute();
}

export async function selectEndOfLondonDay(tx: Tx, day: string): Promise<Date> {
  const { rows } = await sql<{ ends: Date }>`select ${endOfLondonDay(day)} as ends`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the day ${day} has no end`);
  return row.ends;
}

type PayerColumns = Readonly<{ customerId: RawBuilder<unknown>; currency: RawBuilder<unknown> }>;

/** The query for what the identity check lets a customer pay: one row with null limits while there are no conditions. */
export const paymentConditions = ({ customerId, currency }: PayerColumns): RawBuilder<unknown> => sql`
  select a.state in ('approved', 'approved_conditional') as is_verified, a.state = 'approved_conditional' as has_conditions,
    case a.state when 'approved_conditional' then coalesce(c.per_payment_minor, 0) end as per_payment_minor,
    case a.state when 'approved_conditional' then coalesce(c.per_day_minor, 0) end as per_day_minor
  from kyc.application a left join lateral (${inForce(conditionalLimit, { currency })}) c on true
  where a.customer_id = ${customerId}`;

export type PersonRow = Readonly<Selectable<KycPerson>>;

/** Directors and owners. */
export const selectPeople = (tx: Tx, applicationId: string): Promise<PersonRow[]> =>
  tx
    .selectFrom('kyc.person')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('removedAt', 'is', null)
    .where('membershipId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const findPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  tx.selectFrom('kyc.person').selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst();

/** The entry of a member who joined by invitation. */
export const findPersonOfMember = (tx: Tx, membershipId: string): Promise<PersonRow | undefined> =>
  tx
    .selectFrom('kyc.person')
    .selectAll()
    .where('membershipId', '=', membershipId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();

export const insertPerson = (tx: Tx, person: Insertable<KycPerson>): Promise<PersonRow> =>
  tx.insertInto('kyc.person').values(person).returningAll().executeTakeFirstOrThrow();

export const updatePerson = (tx: Tx, id: string, change: Updateable<KycPerson>): Promise<PersonRow> =>
  tx.updateTable('kyc.person').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export type DecisionRow = Readonly<Selectable<KycDecision>>;

export const findProposal = (tx: Tx, applicationId: string): Promise<DecisionRow | undefined> =>
  tx
    .selectFrom('kyc.decision')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'proposed')
    .executeTakeFirst();

export const insertDecision = (tx: Tx, decision: Insertable<KycDecision>): Promise<DecisionRow> =>
  tx.insertInto('kyc.decision').values(decision).returningAll().executeTakeFirstOrThrow();

export async function completeDecision(tx: Tx, id: string, staffId: string): Promise<void> {
  await tx
    .updateTable('kyc.decision')
    .set({ state: 'applied', secondBy: staffId, secondAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function withdrawProposal(tx: Tx, applicationId: string): Promise<boolean> {
  const withdrawn = await tx
    .updateTable('kyc.decision')
    .set({ state: 'withdrawn' })
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'proposed')
    .returning('id')
    .executeTakeFirst();
  return withdrawn !== undefined;
}

/** The law requires answers and documents for five years. Items, results and decisions stay as codes. */
export const eraseKyc: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'partly') return;
  const applications = sql`(select id from kyc.application where customer_id = ${customerId})`;
  await sql`
    delete from kyc.answer where item_id in (select id from kyc.item where application_id in ${applications})`.execute(
    tx,
  );
  await sql`
    update kyc.person set name = null, email = null, link_id = null, link_expires_at = null, removed_at = coalesce(removed_at, now())
    where application_id in ${applications}`.execute(tx);
  await sql`update kyc.vendor_check set report = null where application_id in ${applications} and report is not null`.execute(
    tx,
  );
  await sql`update kyc.item set note = null where application_id in ${applications} and note is not null`.execute(tx);
  await sql`update kyc.decision set note = 'Erased' where application_id in ${applications}`.execute(tx);
};

import type { NewPayee } from '@larkmere/contract/payees/new-payee';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { batchLoader, inOrderOf } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { describeAccount, type Payee } from './payee-record.ts';

/**
 * A payee that its author added to pay it at once. It becomes a payee with the payment that names it, and is none
 * before: it is in a table of its own, so that nothing lists or pays it.
 */
export type PayeeDraft = Payee & Readonly<{ isDraft: true }>;

export const isDraft = (payee: Payee): payee is PayeeDraft => 'isDraft' in payee;

const validHours = 24;
const isValid = sql<boolean>`saved_at > now() - ${validHours} * interval '1 hour'`;

type DraftDetails = Pick<
  Payee,
  | 'type'
  | 'currency'
  | 'entityType'
  | 'name'
  | 'nickname'
  | 'details'
  | 'account'
  | 'defaultReference'
  | 'ownAccount'
  | 'saved'
  | 'nameCheckId'
>;
type DraftRow = Pick<Payee, 'id' | 'customerId' | 'version' | 'createdBy' | 'createdAt' | 'accountSince'> &
  Pick<Payee, 'nameCheckResult' | 'actualName' | 'nameCheckedAt'> &
  Readonly<{ details: DraftDetails }>;

/** Nobody but its author uses a draft: a colleague would confirm what they have not entered. */
export type OwnedDraft = Readonly<{ id: string; customerId: string; userId: string }>;

const draftLoader = (lock: 'lock' | 'read') =>
  batchLoader('reads', async (tx, owned: readonly OwnedDraft[]): Promise<(PayeeDraft | undefined)[]> => {
    const [ids, customers, users] = [
      owned.map(({ id }) => id),
      owned.map(({ customerId }) => customerId),
      owned.map(({ userId }) => userId),
    ];
    const { rows } = await sql<DraftRow>`
      select d.id, d.customer_id, d.version, d.user_id as created_by, d.saved_at as created_at, now() as account_since,
        d.details, c.result as name_check_result, c.actual_name, c.requested_at as name_checked_at
      from payee.draft d left join payee.name_check c on c.id = (d.details ->> 'nameCheckId')::uuid
      where (d.id, d.customer_id, d.user_id) in (select * from unnest(${ids}::uuid[], ${customers}::uuid[], ${users}::uuid[]))
        and ${isValid}
      order by d.id ${lock === 'lock' ? sql`for update of d` : sql``}`.execute(tx);
    return inOrderOf(ids, rows.map(toDraft));
  });

/** As long as it is valid; its account counts as added now. */
export const selectDraft = draftLoader('read');
export const lockDraft = draftLoader('lock');

const toDraft = ({ details, ...row }: DraftRow): PayeeDraft => ({
  ...row,
  ...details,
  favourite: false,
  status: 'pending',
  reasonCode: null,
  reason: null,
  lastPaidAt: null,
  summary: describeAccount(details),
  isDraft: true,
});

/** Whether anybody of the customer has this draft. */
export async function hasDraft(tx: Tx, { id, customerId }: Omit<OwnedDraft, 'userId'>): Promise<boolean> {
  const { rows } = await sql`
    select from payee.draft where id = ${id} and customer_id = ${customerId} and ${isValid}`.execute(tx);
  return rows.length > 0;
}

type Known = Readonly<{ id: string; version: number }>;

/**
 * Replaces the author's draft of the same account by a new version. Returns its id: that of `known`, if this account was
 * paid before without being saved, so that it stays one payee.
 */
export async function upsertDraft(
  tx: Tx,
  { customerId, userId }: Omit<OwnedDraft, 'id'>,
  details: DraftDetails,
  known?: Known,
): Promise<string> {
  const { type, currency, account } = details;
  const { rows } = await sql<{ id: string }>`
    insert into payee.draft as d (id, customer_id, user_id, version, type, currency, account, details, saved_at)
    values (${known?.id ?? v7()}, ${customerId}, ${userId}, ${(known?.version ?? 0) + 1}, ${type}, ${currency}, ${account}, ${JSON.stringify(details)}::jsonb, now())
    on conflict (user_id, customer_id, type, currency, account)
      do update set id = coalesce(${known?.id ?? null}::uuid, d.id), version = greatest(d.version + 1, excluded.version),
        details = excluded.details, saved_at = excluded.saved_at
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a draft was not stored');
  return row.id;
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await sql`delete from payee.draft where id = ${id}`.execute(tx);
}

export const isNamedBy = ({ name, summary, saved }: Payee, named: NewPayee): boolean =>
  name === named.name && summary === named.account && saved === (named.saved ?? true);

export const payeeDraftPurge = defineJob({
  name: 'purge-payee-drafts',
  everySeconds: 3600,
  run: async ({ db }) => {
    await sql`delete from payee.draft where not (${isValid})`.execute(db);
  },
});

import { matchesWords } from '@larkmere/contract/platform/search-words';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { describeAccount, type Payee } from './payee-record.ts';

export type PayeeRow = NonNullable<Awaited<ReturnType<typeof selectPayee>>>;

export type PayeeDetails = Pick<
  Payee,
  | 'type'
  | 'currency'
  | 'entityType'
  | 'name'
  | 'nickname'
  | 'details'
  | 'account'
  | 'defaultReference'
  | 'favourite'
  | 'status'
  | 'reasonCode'
  | 'reason'
  | 'nameCheckId'
> &
  Partial<Pick<Payee, 'ownAccount' | 'saved'>>;

const payees = (tx: Tx) =>
  tx
    .selectFrom('payee.payee as p')
    .leftJoin('payee.name_check as c', 'c.id', 'p.nameCheckId')
    .select([
      'p.id',
      'p.customerId',
      'p.version',
      'p.type',
      'p.currency',
      'p.entityType',
      'p.name',
      'p.nickname',
      'p.details',
      'p.account',
      'p.defaultReference',
      'p.favourite',
      'p.ownAccount',
      'p.saved',
      'p.status',
      'p.reasonCode',
      'p.reason',
      'p.nameCheckId',
      'c.result as nameCheckResult',
      'c.actualName',
      'c.requestedAt as nameCheckedAt',
      'p.createdBy',
      'p.createdAt',
      'p.accountSetAt as accountSince',
      'p.lastPaidAt',
    ])
    .where('p.deletedAt', 'is', null);

export const selectPayee = batchLoader('reads', async (tx, ids: readonly string[]) => {
  const rows = await payees(tx).where('p.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return ids.map((id) => rows.find((row) => row.id === id.toLowerCase()));
});

type OwnedPayee = Readonly<{ id: string; customerId: string }>;

/** Waits for concurrent edits and payments; false when the customer has no such payee. */
export const lockPayee = batchLoader('reads', async (tx, owned: readonly OwnedPayee[]): Promise<boolean[]> => {
  const { rows } = await sql<{ place: number }>`
    select o.place::int from payee.payee p
    join unnest(${owned.map(({ id }) => id)}::uuid[], ${owned.map(({ customerId }) => customerId)}::uuid[]) with ordinality as o (id, customer_id, place)
      using (id, customer_id)
    where p.deleted_at is null order by p.id for no key update of p`.execute(tx);
  const locked = new Set(rows.map(({ place }) => place));
  return owned.map((_, i) => locked.has(i + 1));
});

export async function selectPayees(tx: Tx, customerId: string, search = ''): Promise<PayeeRow[]> {
  const text = search.trim().toLowerCase();
  const bare = text.replace(/[\s-]/g, '');
  return payees(tx)
    .where('p.customerId', '=', customerId)
    .where('p.saved', '=', true)
    .where(
      sql<boolean>`(position(${text} in lower(p.name || ' ' || coalesce(p.nickname, ''))) > 0
        or (${bare} ~ '^[a-z0-9]*[0-9][a-z0-9]*$' and position(${bare} in lower(p.account)) > 0))`,
    )
    .orderBy('p.favourite', 'desc')
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute();
}

const selectPayeesLastPaidFirst = (tx: Tx, customerId: string) =>
  tx
    .selectFrom('payee.payee')
    .select(['id', 'type', 'currency', 'name', 'nickname', 'details', 'account', 'status'])
    .where('customerId', '=', customerId)
    .where('saved', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('favourite', 'desc')
    .orderBy('lastPaidAt', (by) => by.desc().nullsLast())
    .orderBy('id')
    .execute();

export const selectPendingPayees = (tx: Tx): Promise<PayeeRow[]> =>
  payees(tx)
    .where('p.status', '=', 'pending')
    .where(sql<boolean>`p.reason_code is distinct from 'team_approval'`)
    .orderBy('p.createdAt')
    .limit(200)
    .execute();

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;

/** Also payees that are not saved: an account is one payee of a customer. */
export async function selectPayeesByAccount(
  tx: Tx,
  customerId: string,
  accounts: readonly Account[],
): Promise<PayeeRow[]> {
  const accountsJson = JSON.stringify(accounts.map(({ type, currency, account }) => ({ type, currency, account })));
  return payees(tx)
    .where('p.customerId', '=', customerId)
    .where(
      sql<boolean>`(p.type, p.currency, p.account) in (select type, currency, account
        from jsonb_to_recordset(${accountsJson}::jsonb) as a (type text, currency text, account text))`,
    )
    .execute();
}

type PayableFilter = Readonly<{ types: readonly Payee['type'][]; currency: Payee['currency'] }>;

export async function selectUsablePayees(
  tx: Tx,
  customerId: string,
  { types, currency }: PayableFilter,
): Promise<PayeeRow[]> {
  return payees(tx)
    .where('p.customerId', '=', customerId)
    .where('p.saved', '=', true)
    .where('p.type', 'in', types)
    .where('p.currency', '=', currency)
    .where('p.status', '=', 'approved')
    .orderBy('p.favourite', 'desc')
    .orderBy('p.lastPaidAt', (order) => order.desc().nullsLast())
    .orderBy('p.createdAt', 'desc')
    .execute();
}

type VersionStamp = Readonly<{ id: string; version: number; userId: string; at: Date }>;

type NewPayee = Readonly<{ stamp: VersionStamp; customerId: string; details: PayeeDetails }>;

export const insertPayee = (tx: Tx, written: VersionStamp, customerId: string, details: PayeeDetails): Promise<void> =>
  insertPayees(tx, [{ stamp: written, customerId, details }]);

export async function insertPayees(tx: Tx, added: readonly NewPayee[]): Promise<void> {
  const rows = added.map(({ stamp: { id, version, userId, at }, customerId, details }) => ({
    id,
    version,
    customerId,
    createdBy: userId,
    createdAt: at,
    accountSetAt: at,
    ...columns(details),
  }));
  await tx.insertInto('payee.payee').values(rows).execute();
}

export async function updatePayee(tx: Tx, { id, version, at }: VersionStamp, details: PayeeDetails): Promise<void> {
  await tx
    .updateTable('payee.payee')
    .set({
      version,
      accountSetAt: sql`case when account = ${details.account} then account_set_at else ${at} end`,
      ...columns(details),
    })
    .where('id', '=', id)
    .execute();
}

export const insertVersion = (tx: Tx, written: VersionStamp, details: PayeeDetails): Promise<void> =>
  insertVersions(tx, [{ stamp: written, details }]);

export async function insertVersions(tx: Tx, added: readonly Omit<NewPayee, 'customerId'>[]): Promise<void> {
  const rows = added.map(({ stamp: { id, version, userId, at }, details }) => ({
    payeeId: id,
    version,
    details: JSON.stringify(details),
    changedBy: userId,
    changedAt: at,
  }));
  await tx.insertInto('payee.version').values(rows).execute();
}

export async function updateFavourite(tx: Tx, id: string, favourite: boolean): Promise<void> {
  await tx
    .updateTable('payee.payee')
    .set({ favourite, ...(favourite && { saved: true }) })
    .where('id', '=', id)
    .execute();
}

export async function updateDeleted(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('payee.payee').set({ deletedAt: at }).where('id', '=', id).execute();
}

type LastPayment = Readonly<{ id: string; at: Date }>;

export const updateLastPaid = batchLoader(
  'writes',
  async (tx, paid: readonly LastPayment[]): Promise<readonly undefined[]> => {
    await sql`
    update payee.payee p set last_paid_at = paid.at
    from unnest(${paid.map(({ id }) => id)}::uuid[], ${paid.map(({ at }) => at)}::timestamptz[]) as paid (id, at)
    where p.id = paid.id`.execute(tx);
    return paid.map(() => undefined);
  },
);

const columns = (details: PayeeDetails) => ({
  type: details.type,
  currency: details.currency,
  entityType: details.entityType,
  name: details.name,
  nickname: details.nickname,
  details: JSON.stringify(details.details),
  account: details.account,
  defaultReference: details.defaultReference,
  favourite: details.favourite,
  ownAccount: details.ownAccount ?? false,
  saved: details.saved ?? true,
  status: details.status,
  reasonCode: details.reasonCode,
  reason: details.reason,
  nameCheckId: details.nameCheckId,
});

type ApprovedVersion = Readonly<{ id: string; version: number }>;
/** What decides where the money goes, from one row of `payee.version`. */
export const paymentFieldsOf = (version: string) =>
  sql.raw(
    `jsonb_build_array(${['name', 'entityType', 'type', 'currency', 'details', 'account'].map((key) => `${version}.details -> '${key}'`).join(', ')})`,
  );

/** The current version if it pays the same account and name as the approved one, otherwise undefined. */
export const selectUnchangedVersion = batchLoader(
  'reads',
  async (tx, approved: readonly ApprovedVersion[]): Promise<(number | undefined)[]> => {
    const { rows } = await sql<{ place: number; version: number }>`
      select a.place::int, p.version from unnest(${approved.map(({ id }) => id)}::uuid[],
          ${approved.map(({ version }) => version)}::int[]) with ordinality as a (id, version, place)
        join payee.payee p on p.id = a.id
        join payee.version approved on approved.payee_id = a.id and approved.version = a.version
        join payee.version present on present.payee_id = a.id and present.version = p.version
      where ${paymentFieldsOf('approved')} = ${paymentFieldsOf('present')}`.execute(tx);
    const versions = new Map(rows.map(({ place, version }) => [place, version]));
    return approved.map((_, i) => versions.get(i + 1));
  },
);

export type PayeeStatusChange = Pick<PayeeDetails, 'status' | 'reasonCode' | 'reason'>;

type FoundPayee = Pick<Payee, 'id' | 'name' | 'nickname' | 'currency' | 'type' | 'summary' | 'status'>;

/** Payees with all words in name, nickname, account or currency: favourites first, then the last paid. */
export async function findPayeesByWords(tx: Tx, customerId: string, words: readonly string[]): Promise<FoundPayee[]> {
  const found = await selectPayeesLastPaidFirst(tx, customerId);
  return found
    .filter(({ name, nickname, account, currency }) =>
      matchesWords([name, nickname, account, account.slice(-4), currency].join(' '), words),
    )
    .map((payee) => ({ ...payee, summary: describeAccount(payee) }));
}

export const toPayeeDetails = (payee: Payee): Omit<PayeeDetails, keyof PayeeStatusChange> => ({
  type: payee.type,
  currency: payee.currency,
  entityType: payee.entityType,
  name: payee.name,
  nickname: payee.nickname,
  details: payee.details,
  account: payee.account,
  defaultReference: payee.defaultReference,
  favourite: payee.favourite,
  ownAccount: payee.ownAccount,
  saved: payee.saved,
  nameCheckId: payee.nameCheckId,
});

/** A system job acts for the member who added the payee. */
export function findChangeAuthor({ actor }: Ctx, { createdBy }: Payee): string {
  if (actor.kind === 'staff') return actor.staffId;
  return actor.kind === 'customer' ? actor.userId : createdBy;
}

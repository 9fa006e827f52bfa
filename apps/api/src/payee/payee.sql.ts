import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Payee } from './payee.ts';

export type PayeeRow = NonNullable<Awaited<ReturnType<typeof selectPayee>>>;

/** What a customer states of a payee. */
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
>;

const payees = (tx: Tx) =>
  tx
    .selectFrom('payee.payee as p')
    .leftJoin('payee.name_check as c', 'c.id', 'p.name_check_id')
    .select([
      'p.id',
      'p.customer_id as customerId',
      'p.version',
      'p.type',
      'p.currency',
      'p.entity_type as entityType',
      'p.name',
      'p.nickname',
      'p.details',
      'p.account',
      'p.default_reference as defaultReference',
      'p.favourite',
      'p.status',
      'p.reason_code as reasonCode',
      'p.reason',
      'p.name_check_id as nameCheckId',
      'c.result as nameCheckResult',
      'c.actual_name as actualName',
      'c.asked_at as nameCheckedAt',
      'p.created_by as createdBy',
      'p.created_at as createdAt',
      'p.last_paid_at as lastPaidAt',
    ])
    .where('p.deleted_at', 'is', null);

export const selectPayee = (tx: Tx, id: string) => payees(tx).where('p.id', '=', id).executeTakeFirst();

/** Waits for whoever changes or pays this payee at the moment. */
export const lockPayee = (tx: Tx, id: string, customerId: string) =>
  tx
    .selectFrom('payee.payee')
    .select('id')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** By name; the search looks into names and into account numbers, which may be typed with hyphens or spaces. */
export async function selectPayees(tx: Tx, customerId: string, search = ''): Promise<PayeeRow[]> {
  const text = search.trim().toLowerCase();
  const bare = text.replace(/[\s-]/g, '');
  return payees(tx)
    .where('p.customer_id', '=', customerId)
    .where(
      sql<boolean>`(position(${text} in lower(p.name || ' ' || coalesce(p.nickname, ''))) > 0
        or (${bare} ~ '^[a-z0-9]*[0-9][a-z0-9]*$' and position(${bare} in lower(p.account)) > 0))`,
    )
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute();
}

type Usable = Readonly<{ types: readonly Payee['type'][]; currency: Payee['currency'] }>;

/** Those that can be paid, the ones paid last first. */
export async function selectUsablePayees(tx: Tx, customerId: string, { types, currency }: Usable): Promise<PayeeRow[]> {
  return payees(tx)
    .where('p.customer_id', '=', customerId)
    .where('p.type', 'in', types)
    .where('p.currency', '=', currency)
    .where('p.status', '=', 'approved')
    .orderBy('p.last_paid_at', (order) => order.desc().nullsLast())
    .orderBy('p.created_at', 'desc')
    .execute();
}

type Written = Readonly<{ id: string; version: number; personId: string; at: Date }>;

export async function insertPayee(
  tx: Tx,
  { id, version, personId, at }: Written,
  customerId: string,
  details: PayeeDetails,
): Promise<void> {
  const added = { id, version, customer_id: customerId, created_by: personId, created_at: at };
  await tx
    .insertInto('payee.payee')
    .values({ ...added, ...columns(details) })
    .execute();
}

export async function updatePayee(tx: Tx, { id, version }: Written, details: PayeeDetails): Promise<void> {
  await tx
    .updateTable('payee.payee')
    .set({ version, ...columns(details) })
    .where('id', '=', id)
    .execute();
}

export async function insertVersion(
  tx: Tx,
  { id, version, personId, at }: Written,
  details: PayeeDetails,
): Promise<void> {
  await tx
    .insertInto('payee.version')
    .values({ payee_id: id, version, details: JSON.stringify(details), changed_by: personId, changed_at: at })
    .execute();
}

export async function updateDeleted(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('payee.payee').set({ deleted_at: at }).where('id', '=', id).execute();
}

export async function updateLastPaid(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('payee.payee').set({ last_paid_at: at }).where('id', '=', id).execute();
}

const columns = (details: PayeeDetails) => ({
  type: details.type,
  currency: details.currency,
  entity_type: details.entityType,
  name: details.name,
  nickname: details.nickname,
  details: JSON.stringify(details.details),
  account: details.account,
  default_reference: details.defaultReference,
  favourite: details.favourite,
  status: details.status,
  reason_code: details.reasonCode,
  reason: details.reason,
  name_check_id: details.nameCheckId,
});

import type { FavouriteIcon } from '@larkmere/contract/payments/favourite';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type Favourite = Readonly<{
  id: string;
  customerId: string;
  createdBy: string;
  version: number;
  label: string;
  icon: FavouriteIcon;
  position: number;
  currency: Currency;
  amountMinor: bigint | null;
  reference: string | null;
  target: SavedTarget;
  targetSavedAt: Date;
}>;

/** What the member or payee was when the favourite was saved. */
export type SavedTarget = Readonly<
  { kind: 'member'; id: string; name: string } | { kind: 'payee'; id: string; version: number }
>;

/** Two changes of the favourites of one customer follow one another. */
export async function lockFavourites(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`favourite:${customerId}`}, 0))`.execute(tx);
}

export async function selectFavourites(tx: Tx, customerId: string): Promise<Favourite[]> {
  const rows = await tx
    .selectFrom('favourite.favourite')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    createdBy: row.created_by,
    version: row.version,
    label: row.label,
    icon: row.icon as FavouriteIcon,
    position: row.position,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    reference: row.reference,
    target: targetOf(row),
    targetSavedAt: row.target_saved_at,
  }));
}

type TargetColumns = Readonly<{
  recipient_id: string | null;
  recipient_name: string | null;
  payee_id: string | null;
  payee_version: number | null;
}>;

function targetOf({ recipient_id, recipient_name, payee_id, payee_version }: TargetColumns): SavedTarget {
  if (payee_id !== null && payee_version !== null) return { kind: 'payee', id: payee_id, version: payee_version };
  if (recipient_id !== null && recipient_name !== null)
    return { kind: 'member', id: recipient_id, name: recipient_name };
  throw new Error('a favourite has no target');
}

const targetColumns = (target: SavedTarget): TargetColumns => ({
  recipient_id: target.kind === 'member' ? target.id : null,
  recipient_name: target.kind === 'member' ? target.name : null,
  payee_id: target.kind === 'payee' ? target.id : null,
  payee_version: target.kind === 'payee' ? target.version : null,
});

export async function insertFavourite(tx: Tx, favourite: Favourite): Promise<void> {
  const { id, customerId, createdBy, label, icon, position, currency, amountMinor, reference, target } = favourite;
  await tx
    .insertInto('favourite.favourite')
    .values({
      id,
      customer_id: customerId,
      created_by: createdBy,
      label,
      icon,
      position,
      currency,
      amount_minor: amountMinor,
      reference,
      ...targetColumns(target),
      target_saved_at: favourite.targetSavedAt,
    })
    .execute();
}

export async function updateFavourite(tx: Tx, favourite: Favourite): Promise<void> {
  const { id, version, label, icon, amountMinor, reference, target, targetSavedAt } = favourite;
  await tx
    .updateTable('favourite.favourite')
    .set({
      version,
      label,
      icon,
      amount_minor: amountMinor,
      reference,
      ...targetColumns(target),
      target_saved_at: targetSavedAt,
    })
    .where('id', '=', id)
    .execute();
}

export const updatePositions = (tx: Tx, ids: readonly string[]) =>
  sql`update favourite.favourite f set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o (id, position) where f.id = o.id`.execute(tx);

export const deleteFavourite = (tx: Tx, id: string) =>
  tx.deleteFrom('favourite.favourite').where('id', '=', id).execute();

/** The favourites of a customer, and those of others that pay them. */
export const deleteFavouritesAbout = (tx: Tx, customerId: string) =>
  sql`delete from favourite.favourite where customer_id = ${customerId} or recipient_id = ${customerId}`.execute(tx);

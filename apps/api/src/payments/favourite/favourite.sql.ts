import type { FavouriteIcon } from '@larkmere/contract/payments/favourite';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

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
    .where('customerId', '=', customerId)
    .orderBy('position')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customerId,
    createdBy: row.createdBy,
    version: row.version,
    label: row.label,
    icon: row.icon,
    position: row.position,
    currency: row.currency,
    amountMinor: row.amountMinor,
    reference: row.reference,
    target: targetOf(row),
    targetSavedAt: row.targetSavedAt,
  }));
}

type TargetColumns = Readonly<{
  recipientId: string | null;
  recipientName: string | null;
  payeeId: string | null;
  payeeVersion: number | null;
}>;

function targetOf({ recipientId, recipientName, payeeId, payeeVersion }: TargetColumns): SavedTarget {
  if (payeeId !== null && payeeVersion !== null) return { kind: 'payee', id: payeeId, version: payeeVersion };
  if (recipientId !== null && recipientName !== null) return { kind: 'member', id: recipientId, name: recipientName };
  throw new Error('a favourite has no target');
}

const targetColumns = (target: SavedTarget): TargetColumns => ({
  recipientId: target.kind === 'member' ? target.id : null,
  recipientName: target.kind === 'member' ? target.name : null,
  payeeId: target.kind === 'payee' ? target.id : null,
  payeeVersion: target.kind === 'payee' ? target.version : null,
});

export async function insertFavourite(tx: Tx, favourite: Favourite): Promise<void> {
  const { id, customerId, createdBy, label, icon, position, currency, amountMinor, reference, target } = favourite;
  await tx
    .insertInto('favourite.favourite')
    .values({
      id,
      customerId,
      createdBy,
      label,
      icon,
      position,
      currency,
      amountMinor,
      reference,
      ...targetColumns(target),
      targetSavedAt: favourite.targetSavedAt,
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
      amountMinor,
      reference,
      ...targetColumns(target),
      targetSavedAt,
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

/** Favourites hold names of members, so those of other customers that pay the erased one go as well. */
export const eraseFavourites: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'wholly') await deleteFavouritesAbout(tx, customerId);
};

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CardCard } from '../../platform/db/schema.gen.ts';
import { defineJob } from '../../platform/jobs/job.ts';

export type CardRow = Readonly<Selectable<CardCard>>;
export type CardOwner = Readonly<{ customerId: string; userId: string }>;

const cardsOf = (tx: Tx, { customerId, userId }: CardOwner) =>
  tx
    .selectFrom('card.card')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('userId', '=', userId)
    .where('removedAt', 'is', null);

export const selectCards = (tx: Tx, owner: CardOwner): Promise<CardRow[]> =>
  cardsOf(tx, owner).orderBy('lastUsedAt', 'desc').orderBy('id').execute();

export const selectCard = (tx: Tx, owner: CardOwner, id: string): Promise<CardRow | undefined> =>
  cardsOf(tx, owner).where('id', '=', id).executeTakeFirst();

export const selectCardByVaultId = (tx: Tx, vaultId: string): Promise<CardRow | undefined> =>
  tx.selectFrom('card.card').selectAll().where('vaultId', '=', vaultId).executeTakeFirst();

export const selectPeopleCards = (tx: Tx, people: readonly string[]): Promise<CardRow[]> =>
  tx.selectFrom('card.card').selectAll().where('userId', 'in', people).execute();

export const insertCard = (tx: Tx, card: Insertable<CardCard>) => tx.insertInto('card.card').values(card).execute();

export const markUsed = (tx: Tx, id: string) =>
  tx.updateTable('card.card').set({ lastUsedAt: sql<Date>`now()` }).where('id', '=', id).execute();

/** False if it was removed before. */
export async function markRemoved(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .updateTable('card.card')
    .set({ removedAt: sql<Date>`now()`, holderName: '' })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Look-ups of one person follow one another, so that a burst does not pass the limit. */
export async function countBinLookups(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card.bin_lookup:${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ hour: number }>`
    select count(*)::int as hour from card.bin_lookup where user_id = ${userId} and at > now() - interval '1 hour'`.execute(
    tx,
  );
  return rows[0]?.hour ?? 0;
}

export const insertBinLookup = (tx: Tx, userId: string) =>
  tx.insertInto('card.bin_lookup').values({ userId }).execute();

/** They count for an hour. */
export const binLookupPurge = defineJob({
  name: 'purge-bin-lookups',
  everySeconds: 3600,
  run: ({ db }) => db.deleteFrom('card.bin_lookup').where('at', '<', sql<Date>`now() - interval '2 hours'`).execute(),
});

import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

type SeenDevice = Readonly<{
  userId: string;
  secretHash: Buffer;
  name: string;
  platform: string | null;
  browser: string | null;
  country: string | null;
  isFirst: boolean;
}>;

/** Two sign-ins at once with the same secret end in the same row, and one of them created it. */
export async function upsertDevice(tx: Tx, seen: SeenDevice): Promise<{ id: string; isNew: boolean }> {
  const { userId, secretHash, name, platform, browser, country, isFirst } = seen;
  return tx
    .insertInto('device.device')
    .values({
      id: v7(),
      user_id: userId,
      secret_hash: secretHash,
      name,
      platform,
      browser,
      last_country: country,
      confirmed_at: isFirst ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'secret_hash'])
        .doUpdateSet({ platform, browser, last_country: country, last_seen_at: sql`now()` }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow();
}

type OwnDevice = Readonly<{ id: string; userId: string }>;

export async function updateName(tx: Tx, { id, userId }: OwnDevice, name: string): Promise<boolean> {
  const renamed = await tx
    .updateTable('device.device')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

export async function trustDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const trusted = await tx
    .updateTable('device.device')
    .set({ trusted_at: sql`now()`, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return trusted !== undefined;
}

export async function distrustDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const found = await tx
    .updateTable('device.device')
    .set({ trusted_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

export async function distrustAllExcept(tx: Tx, userId: string, keep: string | null): Promise<void> {
  await tx
    .updateTable('device.device')
    .set({ trusted_at: null })
    .where('user_id', '=', userId)
    .where('trusted_at', 'is not', null)
    .$if(keep !== null, (query) => query.where('id', '<>', keep))
    .execute();
}

export async function confirmDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const confirmed = await tx
    .updateTable('device.device')
    .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** A sign-in that is under way on the device keeps its row locked, so its session is there once this returns. */
export async function lockDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const locked = await tx
    .selectFrom('device.device')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

export async function deleteDevice(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('device.device').where('id', '=', id).execute();
}

/** Devices are personal data: whoever signs in after so long is on a new one. */
export const devicePurge = defineJob({
  name: 'purge-devices',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('device.device').where('last_seen_at', '<', sql<Date>`now() - interval '13 months'`).execute(),
});

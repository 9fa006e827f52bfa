import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

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
      userId,
      secretHash,
      name,
      platform,
      browser,
      lastCountry: country,
      confirmedAt: isFirst ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'secretHash'])
        .doUpdateSet({ platform, browser, lastCountry: country, lastSeenAt: sql`now()` }),
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
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

export async function trustDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const trusted = await tx
    .updateTable('device.device')
    .set({ trustedAt: sql`now()`, confirmedAt: sql`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return trusted !== undefined;
}

export async function distrustDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const found = await tx
    .updateTable('device.device')
    .set({ trustedAt: null })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** After a change of credentials: a device that was trusted under the old ones is not any more. Null keeps none. */
export async function endTrust(tx: Tx, userId: string, keep: string | null): Promise<void> {
  await tx
    .updateTable('device.device')
    .set({ trustedAt: null })
    .where('userId', '=', userId)
    .where('trustedAt', 'is not', null)
    .$if(keep !== null, (query) => query.where('id', '<>', keep))
    .execute();
}

export async function confirmDevice(tx: Tx, { id, userId }: OwnDevice): Promise<boolean> {
  const confirmed = await tx
    .updateTable('device.device')
    .set({ confirmedAt: sql`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .where('userId', '=', userId)
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
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

export async function deleteDevice(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('device.device').where('id', '=', id).execute();
}

/** Devices are personal data. A sign-in after so long counts as a new device. */
export const devicePurge = defineJob({
  name: 'purge-devices',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('device.device').where('lastSeenAt', '<', sql<Date>`now() - interval '13 months'`).execute(),
});

export const eraseDevices: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await tx.deleteFrom('device.device').where('userId', 'in', people).execute();
};

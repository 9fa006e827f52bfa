import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db, Tx } from '../kernel/db.ts';
import { digest, headerHalf, newSecret } from '../kernel/secret.ts';
import { absoluteSeconds, idleSeconds } from './limits.ts';

export type NewSession = Readonly<{ id: string; token: string; cookie: string | undefined }>;
type Start = Readonly<{ personId: string; browser: boolean; ip: string; userAgent: string }>;

export async function startSession(tx: Tx, { personId, browser, ip, userAgent }: Start): Promise<NewSession> {
  const cookie = browser ? newSecret() : undefined;
  const token = cookie ? headerHalf(cookie) : newSecret();
  const id = v7();
  await tx
    .insertInto('session.session')
    .values({
      id,
      person_id: personId,
      kind: browser ? 'browser' : 'client',
      token_hash: digest(token),
      cookie_hash: cookie ? digest(cookie) : null,
      ip,
      user_agent: userAgent,
    })
    .execute();
  return { id, token, cookie };
}

export const noteSeconds = 10;

export async function touchSession(db: Db | Tx, id: string): Promise<void> {
  await db
    .updateTable('session.session')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endSession(tx: Tx, id: string, because: string): Promise<void> {
  await tx
    .updateTable('session.session')
    .set({ ended_at: sql`now()`, ended_because: because })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endSessionsBut(tx: Tx, personId: string, keep: string, because: string): Promise<string[]> {
  const ended = await tx
    .updateTable('session.session')
    .set({ ended_at: sql`now()`, ended_because: because })
    .where('person_id', '=', personId)
    .where('id', '<>', keep)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export const isLive = sql<boolean>`s.ended_at is null
  and s.last_seen_at > now() - ${idleSeconds} * interval '1 second' and s.created_at > now() - ${absoluteSeconds} * interval '1 second'`;

export async function savePassword(tx: Tx, personId: string, hash: string): Promise<void> {
  await tx
    .insertInto('session.password')
    .values({ person_id: personId, hash })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hash, changed_at: sql`now()` }))
    .execute();
}

export async function useCaptcha(tx: Tx, signature: string): Promise<boolean> {
  const used = await tx
    .insertInto('session.solved_captcha')
    .values({ signature })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst();
  return used !== undefined;
}

export async function sweepCaptchas(db: Db): Promise<void> {
  await db.deleteFrom('session.solved_captcha').where('solved_at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

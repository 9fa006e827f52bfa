import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { together } from './driver.ts';
import { gathered } from './gather.ts';
import { lockAll } from './lock.ts';
import { Refusal } from './refusal.ts';
import { workOf } from './unit-of-work.ts';

type Claim = Readonly<{
  tx: Tx;
  /** Whose key it is: equal keys of two people are two keys. */
  actor: string;
  route: string;
  key: string;
  request: unknown;
  /** Where money moved the answer is kept for ever; elsewhere for 48 hours. */
  keepForEver: boolean;
}>;

/**
 * Runs the work once per person, route and key, inside the transaction of the work. A repeat gets the first answer byte
 * for byte; another body under the same key is refused with `idempotency_mismatch`. A refused request leaves its key free.
 */
export async function once(claim: Claim, work: () => Promise<string>): Promise<string> {
  const { tx, actor, route, key, keepForEver } = claim;
  const hash = createHash('sha256').update(canonical(claim.request)).digest();
  const [, first] = await together(
    lockKey(tx, `${route} ${key} ${actor}`), // whoever asks the same at the same time waits here for our answer
    findReply(tx, { actor, route, key }),
  );
  if (first && !first.request_hash.equals(hash)) throw new Refusal('idempotency_mismatch');
  if (first) return first.reply;

  const reply = await work();
  workOf(tx).replies.push({ actor, route, key, request_hash: hash.toString('hex'), reply, keep_for_ever: keepForEver });
  return reply;
}

const lockKey = gathered('reads', lockAll);

type Key = Readonly<{ actor: string; route: string; key: string }>;
type Answered = Key & Readonly<{ request_hash: Buffer; reply: string }>;

const findReply = gathered('reads', async (tx, keys: readonly Key[]): Promise<(Answered | undefined)[]> => {
  const { rows } = await sql<Answered>`
    select i.actor, i.route, i.key, i.request_hash, i.reply
    from unnest(${keys.map((k) => k.actor)}::text[], ${keys.map((k) => k.route)}::text[], ${keys.map((k) => k.key)}::uuid[])
      as k (actor, route, key)
    join kernel.idempotency i using (actor, route, key)`.execute(tx);
  return keys.map((k) => rows.find((r) => r.actor === k.actor && r.route === k.route && r.key === k.key));
});

/** The same details in another order are the same request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Forgets answers that moved no money after 48 hours; those that did are kept for ever. */
export async function sweepReplies(db: Db): Promise<void> {
  await db
    .deleteFrom('kernel.idempotency')
    .where('keep_for_ever', '=', false)
    .where('created_at', '<', sql<Date>`now() - interval '48 hours'`)
    .execute();
}

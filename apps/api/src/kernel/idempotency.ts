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
  actor: string;
  route: string;
  key: string;
  request: unknown;
  keepForEver: boolean;
}>;

/**
 * Runs the work once per owner, route and key, inside its transaction. A repeat gets the first reply byte for byte.
 * Another body under the same key is refused with `idempotency_mismatch`. A refused request does not use up its key.
 */
export async function once(claim: Claim, work: () => Promise<string>): Promise<string> {
  const { tx, actor, route, key, keepForEver } = claim;
  const hash = createHash('sha256').update(canonical(claim.request)).digest();
  const [, first] = await together(lockKey(tx, `${route} ${key} ${actor}`), findReply(tx, { actor, route, key }));
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

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export async function sweepReplies(db: Db): Promise<void> {
  await db
    .deleteFrom('kernel.idempotency')
    .where('keep_for_ever', '=', false)
    .where('created_at', '<', sql<Date>`now() - interval '48 hours'`)
    .execute();
}

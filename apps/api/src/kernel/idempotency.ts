import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
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
 * for byte; another body under the same key is refused with `idempotency_mismatch`. A refused request leaves no claim.
 */
export async function once(claim: Claim, work: () => Promise<string>): Promise<string> {
  const hash = createHash('sha256').update(canonical(claim.request)).digest();
  const { tx, actor, route, key, keepForEver } = claim;
  const claimed = await tx
    .insertInto('kernel.idempotency')
    .values({ actor, route, key, request_hash: hash, keep_for_ever: keepForEver })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) return firstReply(claim, hash);

  const text = await work();
  workOf(tx).reply = { actor, route, key, text };
  return text;
}

async function firstReply({ tx, actor, route, key }: Claim, hash: Buffer): Promise<string> {
  const first = await tx
    .selectFrom('kernel.idempotency')
    .select(['request_hash', 'reply'])
    .where('actor', '=', actor)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!first?.reply) throw new Refusal('request_in_progress');
  if (!first.request_hash.equals(hash)) throw new Refusal('idempotency_mismatch');
  return first.reply;
}

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

import { createHash } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import { isMoneyRight } from '@larkmere/contract/platform/access';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { batchLoader } from '../batching/batch-loader.ts';
import { unitOfWork } from '../batching/unit-of-work.ts';
import type { Tx } from '../db/db.ts';
import { pipeline } from '../db/pipeline-driver.ts';
import { acquireLocks } from '../db/transaction.ts';
import { defineJob } from '../jobs/job.ts';
import { Refusal } from './refusal.ts';
import type { Actor } from './verb.ts';

/** Keys are kept apart per person and customer. */
export function idempotencyOwner(actor: Actor): string {
  if (actor.kind === 'customer') return `${actor.userId}:${actor.customerId}`;
  return actor.kind === 'staff' ? actor.staffId : actor.kind;
}

export type IdempotentRequest = Readonly<{
  tx: Tx;
  actor: string;
  route: string;
  key: string;
  request: unknown;
  isPermanent: boolean;
}>;

/**
 * Runs the work once per owner, route and key, inside its transaction. A repeat gets the first reply byte for byte.
 * Another body under the same key is refused with `idempotency_mismatch`. A refused request does not use up its key.
 */
export async function executeIdempotently(claim: IdempotentRequest, work: () => Promise<string>): Promise<string> {
  const { tx, actor, route, key, isPermanent } = claim;
  const hash = createHash('sha256').update(canonicalJson(claim.request)).digest();
  const [, first] = await pipeline(lockKey(tx, `${route} ${key} ${actor}`), findReply(tx, { actor, route, key }));
  if (first && !first.requestHash.equals(hash)) throw new Refusal('idempotency_mismatch');
  if (first) return first.reply;

  const reply = await work();
  unitOfWork(tx).replies.push({
    actor,
    route,
    key,
    requestHash: hash.toString('hex'),
    reply,
    isPermanent,
  });
  return reply;
}

/**
 * Keeps the first answer of a workflow that holds no secret, for its claim. Another process, or a request that came a
 * moment later, may see the same thing in a later state, and gets the first answer all the same.
 */
export const answerOnce = <T>(claim: IdempotentRequest, answer: () => Promise<T>): Promise<T> =>
  runOnce({ ...claim, route: `${claim.route} answer` }, answer);

/** As `executeIdempotently`, for a result that survives JSON: a repetition gets the first one back. */
export const runOnce = async <T>(claim: IdempotentRequest, work: () => Promise<T>): Promise<T> =>
  JSON.parse(await executeIdempotently(claim, async () => JSON.stringify(await work()))) as T;

const lockKey = batchLoader('reads', acquireLocks);

type IdempotencyKey = Readonly<{ actor: string; route: string; key: string }>;
type StoredReply = IdempotencyKey & Readonly<{ requestHash: Buffer; reply: string }>;

const findReply = batchLoader(
  'reads',
  async (tx, keys: readonly IdempotencyKey[]): Promise<(StoredReply | undefined)[]> => {
    const { rows } = await sql<StoredReply>`
    select i.actor, i.route, i.key, i.request_hash, i.reply
    from unnest(${keys.map((k) => k.actor)}::text[], ${keys.map((k) => k.route)}::text[], ${keys.map((k) => k.key)}::uuid[])
      as k (actor, route, key)
    join platform.idempotency i using (actor, route, key)`.execute(tx);
    return keys.map((k) => rows.find((r) => r.actor === k.actor && r.route === k.route && r.key === k.key));
  },
);

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export const replyPurge = defineJob({
  name: 'purge-idempotency-replies',
  everySeconds: 3600,
  run: ({ db }) =>
    db
      .deleteFrom('platform.idempotency')
      .where('isPermanent', '=', false)
      .where('createdAt', '<', sql<Date>`now() - interval '48 hours'`)
      .execute(),
});

const additionalMoneyEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.approval.approve,
  contract.approval.reject,
  contract.approval.recall,
  contract.review.release,
  contract.review.refuse,
  contract.review.settle,
  contract.compensation.approve,
  contract.compensation.approveReversal,
  contract.treasury.cover,
]);

/** Whether the reply of a call is kept forever, so that a repeat after months still moves no money. */
export const retainsIdempotencyKey = (endpoint: Endpoint): boolean =>
  (isMoneyRight(endpoint.access) && !endpoint.returnsQuote) || additionalMoneyEndpoints.has(endpoint);

/**
 * Requests that are equal and arrive while the first of them runs get its outcome, so that one key has one answer. A
 * workflow has several transactions and calls outside, between which another run would see it half done.
 */
export function shareRuns<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, run) => {
    const first = running.get(key);
    if (first) return first;
    const outcome = run().finally(() => running.delete(key));
    running.set(key, outcome);
    return outcome;
  };
}

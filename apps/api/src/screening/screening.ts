import { createHash } from 'node:crypto';
import { audit } from '../kernel/audit.ts';
import { emit, event } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type ListedName, type Match, type Matcher, matcherOf } from './match-names.ts';
import { currentTerms, insertHits, insertList, namesOf } from './screening.sql.ts';

export type Subject = 'payee' | 'payer';
export type Hit = Match & Readonly<{ subject: Subject; listVersion: bigint }>;

export const listImported = event<{ version: string }>('screening.list-imported');

let made: Readonly<{ version: bigint; match: Matcher }> | undefined;

/**
 * Hits by the list and the threshold in force, best first; empty without a list. The matcher is cached per process and
 * list version.
 */
export async function findHits({ tx }: Ctx, names: Readonly<Record<Subject, string>>): Promise<readonly Hit[]> {
  const terms = await currentTerms(tx);
  if (!terms) return [];
  const { version, threshold } = terms;
  if (made?.version !== version) made = { version, match: matcherOf(await namesOf(tx, version)) };
  const { match } = made;
  return (['payee', 'payer'] as const).flatMap((subject) =>
    match(names[subject], threshold).map((found) => ({ ...found, subject, listVersion: version })),
  );
}

/** Stores hits for the reviewer. They must never reach the payer. */
export async function recordHits(ctx: Ctx, paymentId: string, hits: readonly Hit[]): Promise<void> {
  if (hits.length === 0) return;
  await insertHits(ctx.tx, paymentId, hits);
  await audit(ctx, 'screening.hit', `payment:${paymentId}`, {
    list: String(hits[0]?.listVersion),
    hits: hits.map(({ subject, entryId, name, score, rule }) => ({ subject, entryId, name, score, rule })),
  });
}

export async function importList(
  ctx: Ctx,
  source: string,
  names: readonly ListedName[],
): Promise<{ names: number; isNew: boolean }> {
  const sha256 = createHash('sha256').update(JSON.stringify(names)).digest();
  const version = await insertList(ctx.tx, { source, sha256, names });
  if (version === undefined) return { names: names.length, isNew: false };
  await audit(ctx, 'screening.list-imported', `screening-list:${version}`, { source, names: names.length });
  await emit(ctx, listImported, { version: String(version) });
  return { names: names.length, isNew: true };
}

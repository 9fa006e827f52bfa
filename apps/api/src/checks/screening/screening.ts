/**
 * Names are compared with the sanctions list in force, and with each other.
 * A match above the threshold is a hit, which other modules act on.
 * The list is imported as a whole; a new one has payments and customers screened again.
 */

import { createHash } from 'node:crypto';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { createNameMatcher, type ListedName, type NameMatch, type NameMatcher } from './match-names.ts';
import { insertHits, insertSanctionsList, selectCurrentTerms, selectListedNames } from './screening.sql.ts';

export { compareNames, isSameName, type NameComparison } from './compare-names.ts';
export { wordSimilarity } from './name-similarity.ts';
export { screeningThreshold } from './screening.settings.ts';

export type ScreenedParty = 'payee' | 'payer';
export type ScreeningHit = NameMatch & Readonly<{ subject: ScreenedParty; listVersion: bigint }>;

export const sanctionsListImported = defineEvent<{ version: string }>('screening.list_imported');

let cachedMatcher: Readonly<{ sha256: string; match: NameMatcher }> | undefined;

/**
 * Hits by the list and the threshold in force, best first; empty without a list. The matcher is cached per process and
 * content of the list.
 */
export async function screenNames(
  { tx }: Ctx,
  names: Readonly<Record<ScreenedParty, string>>,
): Promise<readonly ScreeningHit[]> {
  const terms = await selectCurrentTerms(tx);
  if (!terms) return [];
  const { version, sha256, threshold } = terms;
  if (cachedMatcher?.sha256 !== sha256)
    cachedMatcher = { sha256, match: createNameMatcher(await selectListedNames(tx, version)) };
  const { match } = cachedMatcher;
  return (['payee', 'payer'] as const).flatMap((subject) =>
    match(names[subject], threshold).map((found) => ({ ...found, subject, listVersion: version })),
  );
}

/** Stores hits for the reviewer. They must never reach the payer. */
export async function recordScreeningHits(ctx: Ctx, paymentId: string, hits: readonly ScreeningHit[]): Promise<void> {
  if (hits.length === 0) return;
  await insertHits(ctx.tx, paymentId, hits);
  await audit(ctx, 'screening.hit', `payment:${paymentId}`, {
    list: String(hits[0]?.listVersion),
    hits: hits.map(({ subject, entryId, name, score, rule }) => ({ subject, entryId, name, score, rule })),
  });
}

export async function importSanctionsList(
  ctx: Ctx,
  source: string,
  names: readonly ListedName[],
): Promise<{ names: number; isNew: boolean }> {
  const sha256 = createHash('sha256').update(JSON.stringify(names)).digest();
  const version = await insertSanctionsList(ctx.tx, { source, sha256, names });
  if (version === undefined) return { names: names.length, isNew: false };
  await audit(ctx, 'screening.list_imported', `screening-list:${version}`, { source, names: names.length });
  await emit(ctx, sanctionsListImported, { version: String(version) });
  return { names: names.length, isNew: true };
}

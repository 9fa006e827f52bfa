import { minorDigits } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { ParsedSearch } from './parse-search.ts';

const timeoutMs = 2000;

/** A search may not hold a connection for long, whatever was typed. */
export const limitSearchTime = (tx: Tx): Promise<unknown> =>
  sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);

export const isSearchTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

type EventQuery = Readonly<{
  search: ParsedSearch;
  accounts: readonly bigint[];
  payments: boolean;
  movements: boolean;
  most: number;
}>;
type FoundEvent = Readonly<{ id: string; isPayment: boolean; found: bigint }>;

export async function findEvents(
  tx: Tx,
  { search, accounts, payments, movements, most }: EventQuery,
): Promise<FoundEvent[]> {
  if (accounts.length === 0 || search.terms.length === 0) return [];
  const { rows } = await sql<FoundEvent>`
    select id, is_payment, found
    from search.find(${buildTsquery(search, accounts)}::tsquery, ${payments}, ${movements}, ${most})`.execute(tx);
  return rows;
}

/** Each word begins with the account that may see it, so accounts of others are never read. */
export function buildTsquery({ terms, wholeNumber }: ParsedSearch, accounts: readonly bigint[]): string {
  const word = (text: string): string => anyOf(accounts.map((account) => quoteLexeme(`${account}:${text}`)));
  const all = terms.map((readings) => anyOf(readings.map((words) => allOf(words.map(word)))));
  return wholeNumber === undefined ? allOf(all) : anyOf([word(wholeNumber), allOf(all)]);
}

const anyOf = (parts: readonly string[]): string => `(${parts.join(' | ')})`;
const allOf = (parts: readonly string[]): string => `(${parts.join(' & ')})`;
const quoteLexeme = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}':*`;

const batchSize = 5000;

/** Every process runs it; the database lets one at a time. What is not indexed yet is found a second later. */
export const searchIndex = defineJob({
  name: 'index-search',
  everySeconds: 1,
  run: async ({ transaction }) => {
    const indexNext = () =>
      transaction(async ({ tx }) => {
        const { rows } = await sql<{ hasMore: boolean }>`
          select search.index_new(${batchSize}, ${JSON.stringify(minorDigits)}::jsonb) as has_more`.execute(tx);
        return rows[0]?.hasMore === true;
      });
    while (await indexNext());
  },
});

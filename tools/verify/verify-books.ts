import type { ClientBase } from 'pg';
import { recount } from './accounts.ts';
import { walkChain } from './chain.ts';
import type { Fault } from './fault.ts';
import { type CollectedHeads, collectHeads, compareHeads } from './heads.ts';
import { type Row, rowsOf } from './pages.ts';
import { checkRows } from './protected-rows.ts';
import { checkHolds, readTransfers } from './transfers.ts';
import { findUnchainedRows } from './unchained-rows.ts';

export type Evidence = Readonly<{ lines: readonly string[]; keys: readonly string[] }>;
export type Report = Readonly<{
  accounts: bigint;
  transfers: bigint;
  entries: bigint;
  openHolds: bigint;
  chainEntries: bigint;
  heads: number;
  unsigned: bigint;
  unchained: bigint;
  tables: number;
  rowChanges: bigint;
  unreadable: number;
  newestHead: string | undefined;
  faults: Fault[];
}>;

/** Forces index scans: a plan that joins whole tables would repeat the join for every page. */
const byIndex = (on: boolean): string =>
  ['hashjoin', 'mergejoin', 'seqscan'].map((way) => `set local enable_${way} = ${on ? 'off' : 'on'}`).join(';');

/**
 * Reads everything on the snapshot of the caller's transaction and trusts no stored result: balances and hashes are
 * recomputed.
 */
export async function verifyBooks(client: ClientBase, { lines, keys }: Evidence): Promise<Report> {
  const [mark = []] = await rowsOf(
    client,
    `select seq, encode(hash, 'hex'), upto, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), transfers, audits, row_changes, moved from audit_chain.checkpoint`,
  );
  const collected = await collectHeads(client, lines, keys);
  const compared = compareHeads(collected.heads);
  await client.query(byIndex(true));
  const { reached, faults: chain } = await walkChain(client, mark[1] ?? '', compared.pass);
  const books = await recount(client);
  const transfers = await readTransfers(client, books.entries);
  await client.query(byIndex(false));
  const unsealed = await findUnchainedRows(client, mark[2] ?? '0');
  const holds = await checkHolds(client);
  const rows = await checkRows(client);
  const sealed = [...chain, ...compared.end()].sort(bySeq);
  const faults = [
    ...sealed,
    ...checkCheckpoint(mark, reached, sealed.length > 0),
    ...unsealed.faults,
    ...collected.faults,
    ...checkExternalHeads(mark, collected),
    ...books.faults,
    ...transfers.faults,
    ...holds,
    ...rows.faults,
  ];
  return {
    accounts: books.accounts,
    transfers: transfers.legs,
    entries: books.entries,
    openHolds: transfers.openHolds,
    chainEntries: reached.seq,
    heads: collected.heads.length,
    unsigned: entriesAfter(reached.seq, collected.newest?.seq),
    unchained: unsealed.waiting,
    tables: rows.tables,
    rowChanges: rows.rowChanges,
    unreadable: collected.unreadable,
    newestHead: collected.newest?.at,
    faults,
  };
}

const entriesAfter = (end: bigint, signed = 0n): bigint => (end > signed ? end - signed : 0n);

const bySeq = (a: Fault, b: Fault): number => Number((a.seq ?? 0n) - (b.seq ?? 0n));

function checkCheckpoint(
  mark: Row,
  reached: Awaited<ReturnType<typeof walkChain>>['reached'],
  isBroken: boolean,
): Fault[] {
  const [seq, hash, , , transfers, audits, rowChanges, moved] = mark;
  const isRight = seq === `${reached.seq}` && hash === reached.hash;
  const hasCounts =
    [transfers, audits, rowChanges].join() === [reached.transfers, reached.audits, reached.rowChanges].join();
  const hasTotals = isEqualTotal(JSON.parse(moved ?? '{}') as Record<string, string>, reached.moved);
  if (isRight && hasCounts && hasTotals) return [];
  if (isBroken) return [];
  const why = !isRight
    ? `is not where the chain ends: link ${reached.seq}`
    : `counts other ${hasCounts ? 'totals' : 'rows'} than the chain`;
  return [{ kind: 'mark', key: `at link ${seq}`, reason: why }];
}

const isEqualTotal = (stated: Readonly<Record<string, string>>, moved: ReadonlyMap<string, bigint>): boolean =>
  Object.keys(stated).length === moved.size && [...moved].every(([currency, minor]) => stated[currency] === `${minor}`);

const headTimeoutMs = 120_000;

/** Without an external signature, whoever controls the database could recreate the whole chain. */
function checkExternalHeads([seq, , , at]: Row, { newest }: CollectedHeads): Fault[] {
  if (seq === '0') return [];
  const why = 'vouches for the end of the chain: the second place is behind, was cut, or is not the right file';
  const isBehind = newest === undefined || Date.parse(at ?? '') - Date.parse(newest.at) > headTimeoutMs;
  return isBehind
    ? [{ kind: 'head', key: newest ? `signed at ${newest.at} is the last and no longer` : '(none)', reason: why }]
    : [];
}

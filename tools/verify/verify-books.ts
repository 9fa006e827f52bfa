import type { ClientBase } from 'pg';
import { recount } from './accounts.ts';
import { walkChain } from './chain.ts';
import type { Fault } from './fault.ts';
import { collectHeads, compareHeads, type Heads } from './heads.ts';
import { type Row, rowsOf } from './pages.ts';
import { checkRows } from './rows.ts';
import { checkHolds, readTransfers } from './transfers.ts';
import { findUnsealed } from './unsealed.ts';

/** The signed lines of the second place, and the public keys that may have signed them. */
export type Evidence = Readonly<{ lines: readonly string[]; keys: readonly string[] }>;
export type Report = Readonly<{
  accounts: bigint;
  transfers: bigint;
  entries: bigint;
  openHolds: bigint;
  links: bigint;
  heads: number;
  /** Links that came after the newest signed head. */
  unsigned: bigint;
  /** Rows that the seal has not reached yet. */
  waiting: bigint;
  /** Tables whose changes are recorded, and changes recorded so far. */
  tables: number;
  rowChanges: bigint;
  unreadable: number;
  newestHead: string | undefined;
  /** The first is the first altered row in the order of the chain, when a sealed row was altered. */
  faults: Fault[];
}>;

/** A row at a time by index: a plan that joins whole tables would do so again for every page. */
const byIndex = (on: boolean): string =>
  ['hashjoin', 'mergejoin', 'seqscan'].map((way) => `set local enable_${way} = ${on ? 'off' : 'on'}`).join(';');

/**
 * Reads everything there is, on the snapshot of the caller's transaction, and trusts nothing that the ledger or the seal
 * worked out: balances are added up again, and every hash is made again.
 */
export async function verifyBooks(client: ClientBase, { lines, keys }: Evidence): Promise<Report> {
  const [mark = []] = await rowsOf(
    client,
    `select seq, encode(hash, 'hex'), upto, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), transfers, audits, row_changes from seal.mark`,
  );
  const collected = await collectHeads(client, lines, keys);
  const compared = compareHeads(collected.heads);
  await client.query(byIndex(true));
  const { reached, faults: chain } = await walkChain(client, mark[1] ?? '', compared.pass);
  const books = await recount(client);
  const transfers = await readTransfers(client, books.entries);
  await client.query(byIndex(false));
  const unsealed = await findUnsealed(client, mark[2] ?? '0');
  const holds = await checkHolds(client);
  const rows = await checkRows(client);
  const sealed = [...chain, ...compared.end()].sort(bySeq);
  const faults = [
    ...sealed,
    ...checkMark(mark, reached, sealed.length > 0),
    ...unsealed.faults,
    ...collected.faults,
    ...checkSecondPlace(mark, collected),
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
    links: reached.seq,
    heads: collected.heads.length,
    unsigned: after(reached.seq, collected.newest?.seq),
    waiting: unsealed.waiting,
    tables: rows.tables,
    rowChanges: rows.rowChanges,
    unreadable: collected.unreadable,
    newestHead: collected.newest?.at,
    faults,
  };
}

/** None when the chain does not even reach the head. */
const after = (end: bigint, signed = 0n): bigint => (end > signed ? end - signed : 0n);

const bySeq = (a: Fault, b: Fault): number => Number((a.seq ?? 0n) - (b.seq ?? 0n));

/** The mark says where the seal stopped: the chain has to end there. */
function checkMark(mark: Row, reached: Awaited<ReturnType<typeof walkChain>>['reached'], isBroken: boolean): Fault[] {
  const [seq, hash, , , ...counts] = mark;
  const isRight = seq === `${reached.seq}` && hash === reached.hash;
  if (isRight && counts.join() === [reached.transfers, reached.audits, reached.rowChanges].join()) return [];
  if (isBroken) return []; // said already
  const why = isRight ? 'counts other rows than the chain' : `is not where the chain ends: link ${reached.seq}`;
  return [{ kind: 'mark', key: `at link ${seq}`, why }];
}

const patienceMs = 120_000;

/** Without a signature from outside, whoever holds the database could make the whole chain new. */
function checkSecondPlace([seq, , , at]: Row, { newest }: Heads): Fault[] {
  if (seq === '0') return [];
  const why = 'vouches for the end of the chain: the second place is behind, was cut, or is not the right file';
  const isBehind = newest === undefined || Date.parse(at ?? '') - Date.parse(newest.at) > patienceMs;
  return isBehind
    ? [{ kind: 'head', key: newest ? `signed at ${newest.at} is the last and no longer` : '(none)', why }]
    : [];
}

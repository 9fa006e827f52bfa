import type { ClientBase } from 'pg';
import { auditFields, type EntryKind, entryHash, rowChangeFields, transferFields } from './chained-text.ts';
import type { Fault } from './fault.ts';
import { pagesOf, type Row } from './pages.ts';

const entryQuery = `
  select l.seq, l.op_id, l.leg, l.audit_id, l.row_change_id, encode(l.hash, 'hex'), num_nonnulls(t.op_id, u.id, r.id) = 1,
    a.currency, case when t.kind in ('post', 'post_hold') then t.amount end, ${[...transferFields, ...auditFields, ...rowChangeFields].join(', ')}
  from (select * from audit_chain.entry where seq > $1) l
  left join ledger.transfer t on (t.op_id, t.leg) = (l.op_id, l.leg)
  left join ledger.entry d on (d.account_id, d.booked_at, d.op_id, d.leg, d.value_date, d.code)
    = (t.debit_account_id, t.booked_at, t.op_id, t.leg, t.value_date, t.code)
  left join ledger.entry c on (c.account_id, c.booked_at, c.op_id, c.leg, c.value_date, c.code)
    = (t.credit_account_id, t.booked_at, t.op_id, t.leg, t.value_date, t.code)
  left join ledger.account a on a.id = t.debit_account_id
  left join platform.audit u on u.id = l.audit_id
  left join audit_chain.row_change r on r.id = l.row_change_id
  order by l.seq`;

export type ChainEntry = Readonly<{
  seq: bigint;
  kind: EntryKind;
  key: string;
  hash: string;
  exists: boolean;
  values: Row;
  moved: Readonly<{ currency: string; minor: bigint }> | undefined;
}>;

const audit = transferFields.length;
const rowChange = audit + auditFields.length;
const span = {
  transfer: [0, audit],
  audit: [audit, rowChange],
  row_change: [rowChange, rowChange + rowChangeFields.length],
} as const;

function toEntry([seq, opId, leg, auditId, rowChangeId, hash, exists, currency, moved, ...values]: Row): ChainEntry {
  const kind = opId !== null ? 'transfer' : auditId !== null ? 'audit' : 'row_change';
  return {
    seq: BigInt(seq ?? 0),
    kind,
    key: kind === 'transfer' ? `${opId}/${leg}` : `${auditId ?? rowChangeId}`,
    hash: hash ?? '',
    exists: exists === 't',
    values: values.slice(...span[kind]),
    moved: currency && moved ? { currency, minor: BigInt(moved) } : undefined,
  };
}

export type ChainProgress = {
  seq: bigint;
  hash: string;
  transfers: bigint;
  audits: bigint;
  rowChanges: bigint;
  moved: Map<string, bigint>;
};

const genesis = '0'.repeat(64);
const mostFaults = 100;

/**
 * Recomputes every hash of the chain from the row that its entry names. Each entry is checked against the stored hash
 * before it, so that one change is one fault.
 */
export async function walkChain(
  client: ClientBase,
  markHash: string,
  pass: (reached: ChainProgress) => void,
): Promise<{ reached: ChainProgress; faults: Fault[] }> {
  const faults: Fault[] = [];
  const reached: ChainProgress = {
    seq: 0n,
    hash: genesis,
    transfers: 0n,
    audits: 0n,
    rowChanges: 0n,
    moved: new Map(),
  };
  const last: Record<EntryKind, Row> = { transfer: [], audit: [], row_change: [] };
  let suspect: Suspect | undefined;

  for await (const row of pagesOf(client, entryQuery, ['0'])) {
    const link = toEntry(row);
    const next = reached.seq + 1n;
    const isGap = link.seq !== next;
    if (isGap) faults.push({ kind: 'link', key: `${next}`, seq: next, reason: 'is missing' });
    const found = judge(link, { before: isGap ? undefined : reached.hash, suspect, last: last[link.kind] });
    suspect = found && 'computed' in found ? found : undefined;
    if (found && faults.length < mostFaults) faults.push(found.fault);
    if (!found) last[link.kind] = link.values;
    advance(reached, link);
    pass(reached);
  }
  if (suspect?.computed === markHash) blameEntry(suspect.fault);
  return { reached, faults };
}

const changed = {
  transfer: 'was changed after it had been sealed, the leg itself or one of its two entries',
  audit: 'was changed after it had been sealed',
  row_change: 'was changed after it had been sealed',
} as const;

type Suspect = { fault: Fault; computed: string };
type Context = { before: string | undefined; suspect: Suspect | undefined; last: Row };

function judge(link: ChainEntry, { before, suspect, last }: Context): Suspect | { fault: Fault } | undefined {
  const { seq, kind, key, hash, values } = link;
  if (!link.exists) return { fault: { kind, key, seq, reason: 'is gone' } };
  if (suspect && entryHash(suspect.computed, kind, values) === hash) {
    blameEntry(suspect.fault);
    return undefined;
  }
  const computed = entryHash(before ?? genesis, kind, values);
  if (before !== undefined && computed !== hash) return { fault: { kind, key, seq, reason: changed[kind] }, computed };
  return isInOrder(link, last) ? undefined : { fault: { kind, key, seq, reason: 'is not in its place in the chain' } };
}

/** The row reproduces the hash that the next entry continues from, so the entry itself was changed. */
function blameEntry(fault: Fault): void {
  fault.reason = `was changed: it no longer seals ${fault.kind} ${fault.key}`;
  fault.kind = 'link';
  fault.key = `${fault.seq}`;
}

function isInOrder({ values, kind }: ChainEntry, before: Row): boolean {
  const [recordedIn, id, leg] = values.map((value) => value ?? '');
  const [recordedBefore, idBefore, legBefore] = before.map((value) => value ?? '');
  if (recordedBefore === undefined) return true;
  if (recordedIn !== recordedBefore) return BigInt(recordedIn ?? 0) > BigInt(recordedBefore);
  if (kind !== 'transfer') return BigInt(id ?? 0) > BigInt(idBefore ?? 0);
  return id === idBefore ? Number(leg) > Number(legBefore) : (id ?? '') > (idBefore ?? '');
}

function advance(reached: ChainProgress, { seq, kind, hash, moved }: ChainEntry): void {
  reached.seq = seq;
  reached.hash = hash;
  if (kind === 'transfer') reached.transfers += 1n;
  else if (kind === 'audit') reached.audits += 1n;
  else reached.rowChanges += 1n;
  if (moved) reached.moved.set(moved.currency, (reached.moved.get(moved.currency) ?? 0n) + moved.minor);
}

import { readFile } from 'node:fs/promises';
import { formatAmount, isCurrency, money } from '@larkmere/money/money';
import type { ClientBase } from 'pg';
import { type ChainHead, readHead } from '../../apps/api/src/accounting/audit-chain/audit-chain.ts';
import type { ChainProgress } from './chain.ts';
import type { Fault } from './fault.ts';
import { rowsOf } from './pages.ts';

export const readHeads = async (files: string): Promise<string[]> =>
  (await Promise.all(files.split(',').map(readLines))).flat();

export async function readLines(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter(Boolean);
}

export type CollectedHeads = Readonly<{
  heads: readonly ChainHead[];
  newest: ChainHead | undefined;
  unreadable: number;
  faults: Fault[];
}>;

export async function collectHeads(
  client: ClientBase,
  lines: readonly string[],
  trusted: readonly string[],
): Promise<CollectedHeads> {
  const copies = (await rowsOf(client, 'select line, id, seq from audit_chain.head order by id')).map(
    ([line, id, seq]) => ({ line: line ?? '', key: `${id} of audit_chain.head`, seq }),
  );
  const known = new Set(lines);
  const copied = new Set(copies.map(({ line }) => line));
  const all = [
    ...lines.map((line, i) => ({ line, key: `on line ${i + 1} of the seal file` })),
    ...copies.filter(({ line }) => !known.has(line)),
  ];
  const faults: Fault[] = [];
  const heads: ChainHead[] = [];
  let unreadable = 0;
  let newest: ChainHead | undefined;
  all.forEach(({ line, key }, i) => {
    const head = readHead(line, trusted);
    if (head) heads.push(head);
    // A full disk truncates a line. A truncated line vouches for nothing.
    else if (i < lines.length && !line.endsWith('}')) unreadable += 1;
    else faults.push({ kind: 'head', key, reason: 'does not carry the signature of a key that we trust' });
    if (head && !copied.has(line))
      faults.push({ kind: 'head', key, reason: 'has no copy in audit_chain.head: it was deleted', isSettling: true });
    if (head && lines.length > 0 && !known.has(line))
      faults.push({
        kind: 'head',
        key,
        reason: 'is not in the seal file: its line was deleted, or a file is missing',
        isSettling: true,
      });
    if (head && i < lines.length) newest = head;
  });
  for (const { line, key, seq } of copies)
    if (readHead(line, trusted)?.seq.toString() !== seq && known.has(line))
      faults.push({ kind: 'head', key, reason: 'names another link than its line' });
  heads.sort((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0));
  return { heads, newest, unreadable, faults };
}

export function compareHeads(heads: readonly ChainHead[]): {
  pass: (reached: ChainProgress) => void;
  end: () => Fault[];
} {
  const faults: Fault[] = [];
  let next = 0;
  let good = 0n;
  let last = 0n;
  const pass = (reached: ChainProgress): void => {
    last = reached.seq;
    for (let head = heads[next]; head && head.seq <= reached.seq; head = heads[next]) {
      next += 1;
      const why = findDifference(head, reached, good);
      if (why === undefined) good = head.seq;
      else faults.push({ kind: 'head', key: `signed at ${head.at}`, seq: head.seq, reason: why });
    }
  };
  const end = (): Fault[] => {
    const gone = heads[next];
    if (gone === undefined) return faults;
    const why = `names link ${heads.at(-1)?.seq}, and the chain ends before, at link ${last}: its tail was cut, or the database was set back to an earlier state. If it was a failover or a restore, what was written after link ${good} may be lost; the chain alone cannot tell the two apart`;
    return [...faults, { kind: 'head', key: `signed at ${gone.at}`, seq: gone.seq, reason: why }];
  };
  return { pass, end };
}

function findDifference(head: ChainHead, reached: ChainProgress, good: bigint): string | undefined {
  if (head.seq !== reached.seq) return 'names a link that is missing';
  if (head.hash !== reached.hash)
    return `has another hash: something between link ${good + 1n} and link ${head.seq} was changed and the chain made new, or a failover or a restore to an earlier state lost it and other rows came after`;
  const isSame = (['transfers', 'audits', 'rowChanges'] as const).every((kind) => head[kind] === reached[kind]);
  if (!isSame) return 'counts other rows than the chain';
  const currencies = new Set([...Object.keys(head.moved), ...reached.moved.keys()]);
  const wrong = [...currencies].find(
    (currency) => head.moved[currency] !== decimal(currency, reached.moved.get(currency)),
  );
  return wrong === undefined ? undefined : `gives another total of ${wrong} than the chain`;
}

const decimal = (currency: string, minor = 0n): string =>
  isCurrency(currency) ? formatAmount(money(currency, minor)) : `${minor}`;

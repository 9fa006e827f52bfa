import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatAmount, isCurrency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { errorCode } from '../../platform/observability/describe-error.ts';
import { type ChainHead, createSigner, readHead, signHead } from './audit-chain.ts';

const signingIntervalMs = 60_000;

/** About two weeks of heads in the first run, and an hour of them in the others. */
const compared = { atStart: { bytes: 8 * 1024 * 1024, copies: 50_000 }, later: { bytes: 32 * 1024, copies: 1000 } };

export type AuditChainWriter = Readonly<{
  appendAndSign: () => Promise<void>;
  finish: () => Promise<void>;
}>;

/**
 * Links committed rows into the chain and signs its head. `file` is the copy outside the database. Any number of
 * processes may run this; they take turns.
 */
export function openAuditChainWriter(db: Db, { key, file }: Readonly<{ key: string; file: string }>): AuditChainWriter {
  const signer = createSigner(key);
  let signedSeq = 0n;
  let signedAt = 0;
  let isCopied = false;
  let { bytes, copies } = compared.atStart;

  /**
   * The copy of a line can be missing: the process died before it was written, the database refused it, or a failover
   * lost it. It is written again until it is there.
   */
  const copyLines = async (): Promise<void> => {
    const present = new Set(await selectRecentHeads(db, copies));
    for (const line of await lastLines(file, bytes)) {
      const head = present.has(line) ? undefined : readHead(line, [signer.publicKey]);
      if (head && !(await hasHead(db, line))) await insertHead(db, head.seq, line);
    }
    isCopied = true;
    ({ bytes, copies } = compared.later);
  };
  const sign = async (now: Date): Promise<void> => {
    const head = await selectChainHead(db, now);
    if (head.seq !== signedSeq) await appendLine(file, signHead(head, signer));
    isCopied = false;
    await copyLines();
    signedSeq = head.seq;
    signedAt = now.getTime();
  };
  const append = async (): Promise<Date> => {
    try {
      return (await appendChainEntries(db)).now;
    } catch (error) {
      // After an outage another server may answer, which has not got every copy.
      isCopied = false;
      throw error;
    }
  };
  return {
    appendAndSign: async () => {
      const now = await append();
      if (!isCopied) await copyLines();
      // Absolute difference: a clock that was set back must not stop the signing.
      if (Math.abs(now.getTime() - signedAt) >= signingIntervalMs) await sign(now);
    },
    finish: async () => sign(await append()),
  };
}

async function selectChainHead(db: Db, at: Date): Promise<ChainHead> {
  const { seq, hash, transfers, audits, rowChanges, moved } = await selectCheckpoint(db);
  const decimals = Object.entries(moved).map(
    ([currency, minor]) =>
      [currency, isCurrency(currency) ? formatAmount(money(currency, BigInt(minor))) : minor] as const,
  );
  return {
    seq,
    hash: hash.toString('hex'),
    transfers,
    audits,
    rowChanges,
    moved: Object.fromEntries(decimals),
    at: at.toISOString(),
  };
}

const newline = 0x0a;

/** Appends a line and returns when it is on disk. A line that a full disk truncated is terminated first. */
export async function appendLine(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+', 0o644);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read({ buffer: Buffer.alloc(1, newline), position: Math.max(size - 1, 0) });
    await file.write(`${buffer[0] === newline ? '' : '\n'}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The lines in the last bytes of the file, oldest first. The first may lack its beginning. */
async function lastLines(path: string, maxBytes: number): Promise<string[]> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8').split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}

export async function appendChainEntries(db: Db): Promise<{ added: bigint | null; now: Date }> {
  const { rows } = await sql<{ added: bigint | null; now: Date }>`
    select audit_chain.append_entries() as added, clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not answer the seal');
  return row;
}

const selectCheckpoint = (db: Db) =>
  db
    .selectFrom('audit_chain.checkpoint')
    .select(['seq', 'hash', 'transfers', 'audits', 'rowChanges', 'moved'])
    .executeTakeFirstOrThrow();

async function insertHead(db: Db, seq: bigint, line: string): Promise<void> {
  await db.insertInto('audit_chain.head').values({ seq, line }).execute();
}

async function selectRecentHeads(db: Db, count: number): Promise<string[]> {
  const rows = await db.selectFrom('audit_chain.head').select('line').orderBy('id', 'desc').limit(count).execute();
  return rows.map(({ line }) => line);
}

const hasHead = async (db: Db, line: string): Promise<boolean> =>
  (await db.selectFrom('audit_chain.head').select('id').where('line', '=', line).limit(1).executeTakeFirst()) !==
  undefined;

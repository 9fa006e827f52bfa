import { formatAmount, isCurrency, money } from '@larkmere/money/money';
import type { Db } from '../kernel/db.ts';
import { appendLine, lastLine } from './head-file.ts';
import { hasHead, insertHead, readMark, sealUp } from './seal.sql.ts';
import { type Head, readHead, signerOf, signHead } from './seal.ts';

const signingMs = 60_000;

export type Sealer = Readonly<{
  turn: () => Promise<void>;
  finish: () => Promise<void>;
}>;

/**
 * Links committed rows into the chain and signs its head. `file` is the copy outside the database. Any number of
 * processes may run this; they take turns.
 */
export function openSealer(db: Db, { key, file }: Readonly<{ key: string; file: string }>): Sealer {
  const signer = signerOf(key);
  let signedSeq = 0n;
  let signedAt = 0;
  let hasCopies = false;

  /** A process can crash between writing a line to the file and copying it to the database. */
  const copyLastLine = async (): Promise<void> => {
    if (hasCopies) return;
    const line = await lastLine(file);
    const head = line === undefined ? undefined : readHead(line, [signer.publicKey]);
    if (line !== undefined && head && !(await hasHead(db, line))) await insertHead(db, head.seq, line);
    hasCopies = true;
  };
  const sign = async (now: Date): Promise<void> => {
    await copyLastLine();
    const head = await headOf(db, now);
    if (head.seq !== signedSeq) {
      const line = signHead(head, signer);
      await appendLine(file, line);
      await insertHead(db, head.seq, line);
    }
    signedSeq = head.seq;
    signedAt = now.getTime();
  };
  return {
    turn: async () => {
      const { now } = await sealUp(db);
      // Absolute difference: a clock that was set back must not stop the signing.
      if (Math.abs(now.getTime() - signedAt) >= signingMs) await sign(now);
    },
    finish: async () => sign((await sealUp(db)).now),
  };
}

async function headOf(db: Db, at: Date): Promise<Head> {
  const { seq, hash, transfers, audits, row_changes: rowChanges, moved } = await readMark(db);
  const decimals = Object.entries(moved as Record<string, string>).map(([currency, minor]) => [
    currency,
    isCurrency(currency) ? formatAmount(money(currency, BigInt(minor))) : minor,
  ]);
  return {
    seq,
    hash: hash.toString('hex'),
    transfers,
    audits,
    rowChanges,
    moved: Object.fromEntries(decimals) as Record<string, string>,
    at: at.toISOString(),
  };
}

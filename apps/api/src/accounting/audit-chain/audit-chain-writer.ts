import { formatAmount, isCurrency, money } from '@larkmere/money/money';
import type { Db } from '../../platform/db/db.ts';
import { appendChainEntries, hasHead, insertHead, selectCheckpoint } from './audit-chain.sql.ts';
import { type ChainHead, createSigner, readHead, signHead } from './audit-chain.ts';
import { appendLine, lastLine } from './head-file.ts';

const signingIntervalMs = 60_000;

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
    const head = await selectChainHead(db, now);
    if (head.seq !== signedSeq) {
      const line = signHead(head, signer);
      await appendLine(file, line);
      await insertHead(db, head.seq, line);
    }
    signedSeq = head.seq;
    signedAt = now.getTime();
  };
  return {
    appendAndSign: async () => {
      const { now } = await appendChainEntries(db);
      // Absolute difference: a clock that was set back must not stop the signing.
      if (Math.abs(now.getTime() - signedAt) >= signingIntervalMs) await sign(now);
    },
    finish: async () => sign((await appendChainEntries(db)).now),
  };
}

async function selectChainHead(db: Db, at: Date): Promise<ChainHead> {
  const { seq, hash, transfers, audits, row_changes: rowChanges, moved } = await selectCheckpoint(db);
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

import { formatAmount, isCurrency, money } from '@larkmere/money/money';
import type { Db } from '../kernel/db.ts';
import { appendLine } from './head-file.ts';
import { insertHead, readMark, sealUp } from './seal.sql.ts';
import { type Head, signerOf, signHead } from './seal.ts';

const signingMs = 60_000;

export type Sealer = Readonly<{
  /** Seals what was committed; signs the head when a minute has passed since the last signature. */
  turn: () => Promise<void>;
  /** The last turn: seals, and signs whatever is not signed yet. */
  finish: () => Promise<void>;
}>;

/**
 * Seals beside the requests: the work is done by the database, on what is committed. `file` is the second place for the
 * signed heads. Any number of processes may run one each; they take turns.
 */
export function openSealer(db: Db, { key, file }: Readonly<{ key: string; file: string }>): Sealer {
  const signer = signerOf(key);
  let signedSeq = 0n;
  let signedAt = 0;

  const sign = async (now: Date): Promise<void> => {
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
      // In both directions: a clock that was set back must not keep us from signing.
      if (Math.abs(now.getTime() - signedAt) >= signingMs) await sign(now);
    },
    finish: async () => sign((await sealUp(db)).now),
  };
}

async function headOf(db: Db, at: Date): Promise<Head> {
  const { seq, hash, transfers, audits, moved } = await readMark(db);
  const decimals = Object.entries(moved as Record<string, string>).map(([currency, minor]) => [
    currency,
    isCurrency(currency) ? formatAmount(money(currency, BigInt(minor))) : minor,
  ]);
  return {
    seq,
    hash: hash.toString('hex'),
    transfers,
    audits,
    moved: Object.fromEntries(decimals) as Record<string, string>,
    at: at.toISOString(),
  };
}

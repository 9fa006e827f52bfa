import type { ExportFormat } from '@larkmere/contract/accounts/export-presets';
import { sql } from 'kysely';
import { findBankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { composeFile, readHeads } from '../../apps/api/src/accounts/statement/export/compose-file.ts';
import { countRows } from '../../apps/api/src/accounts/statement/export/export-rules.ts';
import { formats } from '../../apps/api/src/accounts/statement/export/formats.ts';
import { openDb, type Tx } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { londonDay } from '../../apps/api/src/platform/time/london-day.ts';
import { roundToThreeDigits } from '../measure/results.ts';

export type ExportFigures = Readonly<{
  format: ExportFormat;
  rows: number;
  seconds: number;
  /** Of the process before the export, with all modules loaded. */
  'before MB': number;
  'peak MB': number;
  'file MB': number;
  /** How long the process could answer nobody else. */
  'longest block ms': number;
}>;

const [url, format] = process.argv.slice(2) as [string, ExportFormat];
const db = openDb(url, 4);
const tickMs = 5;
try {
  process.send?.(await measure());
} finally {
  await db.destroy();
}

/** Written and thrown away part by part, as a download is. A format with fewer rows than the account has is left out. */
async function measure(): Promise<ExportFigures> {
  const today = londonDay(new Date());
  const settings = { from: today, to: today, format, layout: 'flat', preset: null } as const;
  const heads = await inTransaction(db, async (tx, now) => {
    const { rows } = await sql<{ id: string }>`select id from bank_account.account`.execute(tx);
    const account = await findBankAccount(tx, rows[0]?.id ?? '');
    return account ? readHeads(tx, [account], settings, now) : [];
  });
  const rows = countRows(heads);
  if (rows > (formats[format].maxRows ?? rows))
    return toFigures({ rows, seconds: 0, bytes: 0, before: 0, peak: 0, longest: 0 });
  const before = process.memoryUsage.rss();
  const watch = watchProcess();
  const begun = performance.now();
  const readPage = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);
  let bytes = 0;
  for await (const part of composeFile({ heads, settings, readPage, owner: 'bench', verificationAddress: '' }).content)
    bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  return toFigures({ rows, seconds: (performance.now() - begun) / 1000, bytes, before, ...watch() });
}

type Measured = Readonly<{
  rows: number;
  seconds: number;
  bytes: number;
  before: number;
  peak: number;
  longest: number;
}>;

function toFigures({ rows, seconds, bytes, before, peak, longest }: Measured): ExportFigures {
  return {
    format,
    rows,
    seconds: roundToThreeDigits(seconds),
    'before MB': Math.round(before / 1e6),
    'peak MB': Math.round(peak / 1e6),
    'file MB': roundToThreeDigits(bytes / 1e6),
    'longest block ms': Math.round(longest),
  };
}

function watchProcess(): () => Readonly<{ peak: number; longest: number }> {
  let [peak, longest, last] = [0, 0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - tickMs);
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, tickMs);
  return () => {
    clearInterval(timer);
    return { peak: Math.max(peak, process.memoryUsage.rss()), longest };
  };
}

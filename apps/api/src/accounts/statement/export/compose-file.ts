import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import { Counter } from 'prom-client';
import type { Tx } from '../../../platform/db/db.ts';
import { zipFiles } from '../../../platform/files/zip.ts';
import { registry } from '../../../platform/observability/metrics.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { BankAccount } from '../../bank-account/bank-account.ts';
import { fileNameOf, formats, periodName } from './formats.ts';
import { openStatement, type ReadPage, readHead, StatementUnbalanced } from './read-statement-rows.ts';
import type { StatementHead, StatementRow } from './statement-row.ts';

const unbalanced = new Counter({
  name: 'larkmere_statements_unbalanced_total',
  help: 'Exports refused because opening balance and rows did not make the closing balance. Alert on any.',
  registers: [registry],
});

export type ExportSettings = Readonly<{
  from: string;
  to: string;
  format: ExportFormat;
  layout: StatementLayout;
  preset: ExportPreset | null;
}>;

export type ComposedFile = Readonly<{ name: string; type: string; content: AsyncIterable<string | Uint8Array> }>;

/** Refuses `statement_unbalanced`. */
export async function readHeads(
  tx: Tx,
  accounts: readonly BankAccount[],
  { from, to, layout }: Pick<ExportSettings, 'from' | 'to' | 'layout'>,
  generatedAt: Date,
): Promise<StatementHead[]> {
  const heads: StatementHead[] = [];
  try {
    for (const account of accounts) heads.push(await readHead(tx, account, { from, to, layout, generatedAt }));
  } catch (error) {
    if (!(error instanceof StatementUnbalanced)) throw error;
    unbalanced.inc();
    throw new Refusal('statement_unbalanced');
  }
  return heads;
}

type Composition = Readonly<{
  heads: readonly StatementHead[];
  settings: ExportSettings;
  readPage: ReadPage;
  /** Whose turn it is in the queue of workers. */
  owner: string;
  /** Where readers check a printed statement. */
  verificationAddress: string;
  onRows?: (count: number) => void;
}>;

/** One file, or an archive of one per account. The content is written while it is read. */
export function composeFile(composition: Composition): ComposedFile {
  const { heads, settings } = composition;
  const accounts = heads.map(({ account }) => account);
  const about = describeFile(accounts, settings);
  const [first] = heads;
  if (!first) throw new RangeError('an export without an account');
  if (heads.length === 1) return { ...about, content: writeStatement(first, composition) };
  const { isCompressed = false } = formats[settings.format];
  const files = heads.map((head) => ({
    name: nameInArchive(head.account, accounts, settings),
    content: writeStatement(head, composition),
    isCompressed,
  }));
  return { ...about, content: zipFiles(files, first.generatedAt) };
}

type NamedAccount = Pick<BankAccount, 'currency' | 'bankholderId'>;

/** Name and media type, which follow from the request alone. */
export function describeFile(
  accounts: readonly NamedAccount[],
  settings: Pick<ExportSettings, 'from' | 'to' | 'format'>,
): Readonly<{ name: string; type: string }> {
  const { from, to, format } = settings;
  const [only] = accounts;
  if (only && accounts.length === 1)
    return { name: fileNameOf({ currency: only.currency, from, to }, format), type: formats[format].mediaType };
  return { name: `statements_${periodName(settings)}.zip`, type: 'application/zip' };
}

export const describePack = ({ to }: Pick<ExportSettings, 'to'>): Readonly<{ name: string; type: string }> => ({
  name: `records_${to}.zip`,
  type: 'application/zip',
});

function nameInArchive(
  { currency, bankholderId }: NamedAccount,
  all: readonly NamedAccount[],
  { from, to, format }: ExportSettings,
): string {
  const isAlone = all.filter((other) => other.currency === currency).length === 1;
  return fileNameOf({ currency, from, to }, format, isAlone ? undefined : bankholderId);
}

export async function* writeStatement(
  head: StatementHead,
  {
    settings,
    readPage,
    owner,
    verificationAddress,
    onRows,
  }: Omit<Composition, 'heads' | 'settings'> & Readonly<{ settings: Pick<ExportSettings, 'format' | 'preset'> }>,
): AsyncGenerator<string | Uint8Array> {
  const { batches } = openStatement(readPage, head);
  const statement = { head, batches: onRows ? countBatches(batches, onRows) : batches };
  try {
    yield* formats[settings.format].write(statement, { preset: settings.preset, owner, verificationAddress });
  } catch (error) {
    if (error instanceof StatementUnbalanced) unbalanced.inc();
    throw error;
  }
}

async function* countBatches(
  batches: AsyncIterable<readonly StatementRow[]>,
  onRows: (count: number) => void,
): AsyncGenerator<readonly StatementRow[]> {
  for await (const rows of batches) {
    onRows(rows.length);
    yield rows;
  }
}

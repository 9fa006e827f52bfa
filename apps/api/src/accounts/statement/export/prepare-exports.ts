import type { ExportKind } from '@larkmere/contract/accounts/statement-export';
import { defineEvent, emit } from '../../../platform/events/outbox.ts';
import { defineJob, type JobRun } from '../../../platform/jobs/job.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import { listAccountsOf } from '../../bank-account/bank-account.ts';
import { composeFile, readHeads } from './compose-file.ts';
import { requireRoom } from './export-rules.ts';
import { issueStatements } from './issue-statements.ts';
import type { ReadPage } from './read-statement-rows.ts';
import type { ExportRow } from './statement-export.read.ts';
import {
  claimExport,
  deleteExpiredContent,
  insertPart,
  markFailed,
  markPrepared,
  releaseExport,
} from './statement-export.sql.ts';

export type StatementExportEvent = Readonly<{
  exportId: string;
  customerId: string;
  userId: string;
  accounts: readonly string[];
  from: string;
  to: string;
  kind: ExportKind;
}>;

export const statementExportReady = defineEvent<StatementExportEvent>('statement.export_ready');
export const statementExportFailed = defineEvent<StatementExportEvent>('statement.export_failed');

const maxAttempts = 3;
const partBytes = 512 * 1024;

/** Another process has taken the export over. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Composing = Readonly<{ verificationAddress: string; onRows: (count: number) => void }>;

/** The bytes of an export that no request waits for. */
export type ComposeExport = (
  run: Pick<JobRun, 'transaction'>,
  row: ExportRow,
  composing: Composing,
) => Promise<AsyncIterable<string | Uint8Array>>;

type Preparation = Readonly<{
  verificationAddress: string;
  /** Made by a later district, because it has more than statements. */
  composeClosingPack: ComposeExport;
}>;

/**
 * Writes long exports part by part, each in a transaction of its own, so that progress is visible and a crash costs one
 * attempt. The person is told when it is ready, or that it has failed.
 */
export const exportPreparation = (preparation: Preparation) =>
  defineJob({
    name: 'prepare-statement-exports',
    everySeconds: 2,
    run: async (run) => {
      for (;;) {
        const claimed = await run.transaction(({ tx }) => claimExport(tx));
        if (!claimed) return;
        await prepare(run, claimed, preparation);
      }
    },
  });

async function prepare(run: JobRun, row: ExportRow, preparation: Preparation): Promise<void> {
  try {
    await writeParts(run, row, preparation);
    await run.transaction(async (ctx) => {
      if (!(await markPrepared(ctx.tx, row))) throw new LeaseLost(row.id);
      await audit(ctx, 'statement.export_prepared', `statement-export:${row.id}`);
      await emit(ctx, statementExportReady, eventOf(row));
    });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    run.log.error({ err: error, exportId: row.id }, 'a statement export could not be prepared');
    await run.transaction(async (ctx) => {
      if (row.attempts < maxAttempts && isPassing(error)) return void (await releaseExport(ctx.tx, row));
      if (!(await markFailed(ctx.tx, row))) return;
      await audit(ctx, 'statement.export_failed', `statement-export:${row.id}`);
      await emit(ctx, statementExportFailed, eventOf(row));
    });
  }
}

/** A refusal stays the same, unless the workers that draw were busy. */
const isPassing = (error: unknown): boolean => !(error instanceof Refusal) || error.code === 'service_unavailable';

async function writeParts(run: JobRun, row: ExportRow, preparation: Preparation): Promise<void> {
  let rowsWritten = 0;
  const compose = row.kind === 'closing_pack' ? preparation.composeClosingPack : composeStatements;
  const content = await compose(run, row, {
    verificationAddress: preparation.verificationAddress,
    onRows: (count) => {
      rowsWritten += count;
    },
  });
  let part = 0;
  for await (const bytes of inParts(content)) {
    const { id, attempts } = row;
    if (!(await run.transaction(({ tx }) => insertPart(tx, { id, attempts, part, bytes, rowsWritten }))))
      throw new LeaseLost(id);
    part += 1;
  }
}

const composeStatements: ComposeExport = async ({ transaction }, row, composing) => {
  const heads = await transaction(async (ctx) => {
    const accounts = (await listAccountsOf(ctx.tx, row.customerId)).filter((each) =>
      row.accounts.includes(each.bankholderId),
    );
    const read = await readHeads(ctx.tx, accounts, row, ctx.now);
    requireRoom(row.format, read);
    return issueStatements(ctx, row, row.format, read);
  });
  const readPage: ReadPage = (work) => transaction(({ tx }) => work(tx));
  return composeFile({ heads, settings: row, readPage, owner: row.customerId, ...composing }).content;
};

async function* inParts(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    size += bytes.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

const eventOf = ({ id, customerId, userId, accounts, from, to, kind }: ExportRow): StatementExportEvent => ({
  exportId: id,
  customerId,
  userId,
  accounts,
  from,
  to,
  kind,
});

export const exportContentPurge = defineJob({
  name: 'purge-statement-exports',
  everySeconds: 3600,
  run: ({ db }) => deleteExpiredContent(db),
});

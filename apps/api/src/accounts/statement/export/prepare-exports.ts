import { emit } from '../../../platform/events/outbox.ts';
import { defineJob, type JobRun } from '../../../platform/jobs/job.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import { listAccountsOf } from '../../bank-account/bank-account.ts';
import { composeFile, readHeads } from './compose-file.ts';
import { type StatementExportEvent, statementExportFailed, statementExportReady } from './export-events.ts';
import type { ExportRow } from './export-request.read.ts';
import { requireRoom } from './export-rules.ts';
import {
  claimExport,
  deleteExpiredContent,
  insertPart,
  markFailed,
  markPrepared,
  releaseExport,
} from './statement-export.sql.ts';

const maxAttempts = 3;
const partBytes = 512 * 1024;

/** Another process has taken the export over. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Writes long exports part by part, each in a transaction of its own, so that progress is visible and a crash costs one
 * attempt. The person is told when it is ready, or that it has failed.
 */
export const exportPreparation = defineJob({
  name: 'prepare-statement-exports',
  everySeconds: 2,
  run: async (run) => {
    for (;;) {
      const claimed = await run.transaction(({ tx }) => claimExport(tx));
      if (!claimed) return;
      await prepare(run, claimed);
    }
  },
});

async function prepare(run: JobRun, row: ExportRow): Promise<void> {
  try {
    await writeParts(run, row);
    await run.transaction(async (ctx) => {
      if (!(await markPrepared(ctx.tx, row))) throw new LeaseLost(row.id);
      await audit(ctx, 'statement.export_prepared', `statement-export:${row.id}`);
      await emit(ctx, statementExportReady, eventOf(row));
    });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    run.log.error({ err: error, exportId: row.id }, 'a statement export could not be prepared');
    await run.transaction(async (ctx) => {
      if (row.attempts < maxAttempts && !(error instanceof Refusal)) return void (await releaseExport(ctx.tx, row));
      if (!(await markFailed(ctx.tx, row))) return;
      await audit(ctx, 'statement.export_failed', `statement-export:${row.id}`);
      await emit(ctx, statementExportFailed, eventOf(row));
    });
  }
}

async function writeParts({ transaction }: JobRun, row: ExportRow): Promise<void> {
  const heads = await transaction(async ({ tx, now }) => {
    const accounts = (await listAccountsOf(tx, row.customerId)).filter((each) =>
      row.accounts.includes(each.bankholderId),
    );
    return readHeads(tx, accounts, row, now);
  });
  requireRoom(row.format, heads);
  let rowsWritten = 0;
  const { content } = composeFile({
    heads,
    settings: row,
    readPage: (work) => transaction(({ tx }) => work(tx)),
    owner: row.customerId,
    onRows: (count) => {
      rowsWritten += count;
    },
  });
  let part = 0;
  for await (const bytes of inParts(content)) {
    const { id, attempts } = row;
    if (!(await transaction(({ tx }) => insertPart(tx, { id, attempts, part, bytes, rowsWritten }))))
      throw new LeaseLost(id);
    part += 1;
  }
}

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

const eventOf = ({ id, customerId, userId, accounts, from, to }: ExportRow): StatementExportEvent => ({
  exportId: id,
  customerId,
  userId,
  accounts,
  from,
  to,
});

export const exportContentPurge = defineJob({
  name: 'purge-statement-exports',
  everySeconds: 3600,
  run: ({ db }) => deleteExpiredContent(db),
});

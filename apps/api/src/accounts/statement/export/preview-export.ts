import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../../platform/requests/verb.ts';
import { readHeads } from './compose-file.ts';
import { countRows, exceedsRoom, isPreparedInBackground, requireExportRange } from './export-rules.ts';
import { formats } from './formats.ts';
import { needsConfirmation, requireOwnAccounts } from './request-export.ts';

/** Refuses `not_found`, `validation_failed` and `statement_unbalanced`. */
export const previewExport: Verb<typeof contract.statement.previewExport> = async (ctx, input) => {
  const { accounts: ids, format, ...range } = input;
  requireExportRange(range, ctx.now);
  const accounts = await requireOwnAccounts(ctx, ids.split(','));
  const heads = await readHeads(ctx.tx, accounts, range, ctx.now);
  return {
    rows: countRows(heads),
    needsConfirmation: await needsConfirmation(ctx, range),
    inBackground: isPreparedInBackground(range),
    rowLimit: exceedsRoom(format, heads) ? (formats[format].maxRows ?? null) : null,
  };
};

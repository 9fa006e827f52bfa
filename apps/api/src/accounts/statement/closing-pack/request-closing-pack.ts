import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Verb } from '../../../platform/requests/verb.ts';
import { readHeads } from '../export/compose-file.ts';
import { countRows } from '../export/export-rules.ts';
import { needsConfirmation, requireConfirmation, toExportView } from '../export/request-export.ts';
import { insertExport } from '../export/statement-export.sql.ts';
import { packRangeOf } from './closing-pack-range.ts';

export const requestClosingPack: Verb<typeof contract.statement.requestClosingPack> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { authorisation, idempotency } = input;
  const { accounts, from, to } = await packRangeOf(ctx);
  const ids = accounts.map(({ bankholderId }) => bankholderId);
  const settings = { from, to, format: 'pdf', layout: 'compact' } as const;
  if (authorisation) await requireConfirmation(ctx, ids, settings, { authorisation, idempotency });
  else if (await needsConfirmation(ctx, settings)) throw new Refusal('authorisation_required');
  const rows = countRows(await readHeads(tx, accounts, settings, now));
  const requested = await insertExport(tx, {
    id: v7(),
    customerId: actor.customerId,
    userId: actor.userId,
    accounts: ids,
    ...settings,
    preset: null,
    // Each row is in a PDF and in a CSV.
    rowCount: 2 * rows,
    isConfirmed: authorisation !== undefined,
    inBackground: true,
    isClosingPack: true,
  });
  await audit(ctx, 'statement.exported', `statement-export:${requested.id}`, {
    accounts: ids,
    from,
    to,
    format: 'zip',
  });
  return toExportView(requested, actor.userId, true);
};

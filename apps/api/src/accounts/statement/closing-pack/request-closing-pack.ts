import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../../platform/requests/verb.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { type BankAccount, listOwnAccounts } from '../../bank-account/bank-account.ts';
import { readHeads } from '../export/compose-file.ts';
import { countRows } from '../export/export-rules.ts';
import { needsConfirmation, requireConfirmation, toExportView } from '../export/request-export.ts';
import { hasConfirmedLately } from '../export/statement-export.read.ts';
import { insertExport, selectLatestPack } from '../export/statement-export.sql.ts';

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

export const showClosingPack: Verb<typeof contract.statement.showClosingPack> = async (ctx) => {
  const { tx, actor } = ctx;
  const { accounts, from, to } = await packRangeOf(ctx);
  const latest = await selectLatestPack(tx, actor);
  return {
    accounts: accounts.map(({ bankholderId }) => bankholderId),
    from,
    to,
    latest: latest ? toExportView(latest, actor.userId, await hasConfirmedLately(tx, actor)) : null,
  };
};

type PackRange = Readonly<{ accounts: readonly BankAccount[]; from: string; to: string }>;

/** All accounts since the first was opened. Refuses `access_denied` to all but owners, `not_found` without an account. */
async function packRangeOf(ctx: CustomerCtx): Promise<PackRange> {
  if (ctx.actor.role !== 'owner') throw new Refusal('access_denied');
  const accounts = await listOwnAccounts(ctx);
  const [from] = accounts.map(({ openedAt }) => londonDay(openedAt)).toSorted();
  if (from === undefined) throw new Refusal('not_found');
  return { accounts, from, to: londonDay(ctx.now) };
}

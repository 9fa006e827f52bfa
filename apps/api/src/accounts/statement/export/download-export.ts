import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { StreamedFile } from '../../../platform/files/files.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, Verb, Workflow, WorkflowContext } from '../../../platform/requests/verb.ts';
import { listOwnAccounts } from '../../bank-account/bank-account.ts';
import { composeFile, describeFile, describePack, readHeads } from './compose-file.ts';
import { requireRoom } from './export-rules.ts';
import { issueStatements } from './issue-statements.ts';
import { requestExport, requireOwnAccounts, toExportView } from './request-export.ts';
import {
  type ExportRow,
  hasConfirmedLately,
  selectExport,
  selectLatestExports,
  selectOpenExport,
} from './statement-export.read.ts';
import { selectPart } from './statement-export.sql.ts';

type Steps = WorkflowContext<CustomerActor>;

/**
 * Refuses `not_found` for an export of another person or one that has ended, and `authorisation_required` for one that
 * was kept for longer if the person confirmed none lately.
 */
export const downloadExport =
  (address: string): Workflow<typeof contract.statement.downloadExport> =>
  (steps, { uid }) =>
    sendExport(steps, address, async ({ tx, actor }) => {
      const row = await selectExport(tx, uid);
      const isOwn = row?.userId === actor.userId && row.customerId === actor.customerId;
      if (!row || !isOwn || !row.isOpen) throw new Refusal('not_found');
      if (row.kind !== 'statement' && !(await hasConfirmedLately(tx, actor)))
        throw new Refusal('authorisation_required');
      return row;
    });

export const downloadAccountExport =
  (address: string): Workflow<typeof contract.statement.accountExport> =>
  (steps, input) =>
    sendExport(steps, address, (ctx) => findOrRequest(ctx, { ...input, id: input.bankholderid }, 'bank'));

export const downloadWalletExport =
  (address: string): Workflow<typeof contract.statement.walletExport> =>
  (steps, input) =>
    sendExport(steps, address, (ctx) => findOrRequest(ctx, input, 'wallet'));

export const downloadWalletPdf =
  (address: string): Workflow<typeof contract.statement.walletExportPdf> =>
  (steps, input) =>
    sendExport(steps, address, (ctx) => findOrRequest(ctx, { ...input, format: 'pdf' }, 'wallet'));

type RequestedFile = Readonly<{
  id: string;
  format: ExportFormat;
  from: string;
  to: string;
  layout: StatementLayout;
  preset?: ExportPreset | undefined;
}>;

/** An export that was asked for and confirmed before, else a new one that needs no confirmation. */
async function findOrRequest(ctx: CustomerCtx, input: RequestedFile, product: 'bank' | 'wallet'): Promise<ExportRow> {
  const { id, format, from, to, layout, preset = null } = input;
  const [account] = await requireOwnAccounts(ctx, [id]);
  if (account?.product !== product) throw new Refusal('not_found');
  const { userId, customerId } = ctx.actor;
  const settings = { format, from, to, layout, preset };
  const open = await selectOpenExport(ctx.tx, { userId, customerId, account: id, from, to, format });
  const row = open ? { ...open, layout, preset } : await requestExport(ctx, [id], settings);
  if (!row.inBackground) return row;
  const reason = message('export_prepared_in_background');
  throw new Refusal('validation_failed', { errors: [{ field: 'from', code: 'invalid', reason }] });
}

async function sendExport(
  steps: Steps,
  verificationAddress: string,
  find: (ctx: CustomerCtx) => Promise<ExportRow>,
): Promise<StreamedFile> {
  const { actor, transaction, headers } = steps;
  const { row, accounts, heads } = await transaction(async (ctx) => {
    const found = await find(ctx);
    const own = await requireOwnAccounts(ctx, found.accounts);
    const read = found.inBackground ? [] : await readHeads(ctx.tx, own, found, ctx.now);
    requireRoom(found.format, read);
    const issued = await issueStatements(ctx, actor, found.format, read);
    await audit(ctx, 'statement.export_downloaded', `statement-export:${found.id}`);
    return { row: found, accounts: own, heads: issued };
  });
  headers.set('referrer-policy', 'no-referrer');
  if (row.inBackground) {
    const { name, type } = row.kind === 'closing_pack' ? describePack(row) : describeFile(accounts, row);
    return new StreamedFile(name, type, readParts(steps, row.id));
  }
  const { name, type, content } = composeFile({
    heads,
    settings: row,
    readPage: (work) => transaction(({ tx }) => work(tx)),
    owner: actor.customerId,
    verificationAddress,
  });
  return new StreamedFile(name, type, content);
}

async function* readParts({ transaction }: Steps, id: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const bytes = await transaction(({ tx }) => selectPart(tx, id, part));
    if (!bytes) return;
    yield bytes;
  }
}

const listed = 10;

export const listExports: Verb<typeof contract.statement.listExports> = async (ctx) => {
  const { customerId, userId } = ctx.actor;
  const usable = (await listOwnAccounts(ctx)).map(({ bankholderId }) => bankholderId);
  const rows = await selectLatestExports(ctx.tx, customerId, usable, listed);
  const hasConfirmed = await hasConfirmedLately(ctx.tx, ctx.actor);
  return { list: rows.map((row) => toExportView(row, userId, hasConfirmed)) };
};

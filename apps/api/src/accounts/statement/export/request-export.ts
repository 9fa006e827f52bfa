import { presetSettings } from '@larkmere/contract/accounts/export-presets';
import type { ExportView } from '@larkmere/contract/accounts/statement-export';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { requirePinAuthorisation } from '../../../identity/pin/pin.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../../platform/requests/verb.ts';
import { type BankAccount, requireOwnAccount } from '../../bank-account/bank-account.ts';
import { type ExportSettings, readHeads } from './compose-file.ts';
import {
  confirmedBefore,
  countRows,
  exceedsRoom,
  isPreparedInBackground,
  requireExportRange,
  requireRoom,
} from './export-rules.ts';
import { formats } from './formats.ts';
import { type ExportRow, hasConfirmedLately } from './statement-export.read.ts';
import { insertExport } from './statement-export.sql.ts';

type Confirmation = Readonly<{ authorisation: string; idempotency: string }>;

/**
 * Checks accounts, range, room and confirmation, and writes down who asked for what. Refuses `not_found`,
 * `validation_failed`, `authorisation_required`, `authorisation_invalid`, `statement_too_long` and
 * `statement_unbalanced`.
 */
export async function requestExport(
  ctx: CustomerCtx,
  bankholderIds: readonly string[],
  settings: ExportSettings,
  confirmation?: Confirmation,
): Promise<ExportRow> {
  const { tx, actor, now } = ctx;
  requireExportRange(settings, now);
  requirePresetFormat(settings);
  const accounts = await requireOwnAccounts(ctx, bankholderIds);
  const heads = await readHeads(tx, accounts, settings, now);
  requireRoom(settings.format, heads);
  const ids = accounts.map(({ bankholderId }) => bankholderId);
  if (confirmation) await requireConfirmation(ctx, ids, settings, confirmation);
  else if (await needsConfirmation(ctx, settings)) throw new Refusal('authorisation_required');
  const { customerId, userId } = actor;
  const requested = await insertExport(tx, {
    id: v7(),
    customerId,
    userId,
    accounts: ids,
    ...settings,
    rowCount: countRows(heads),
    isConfirmed: confirmation !== undefined,
    inBackground: isPreparedInBackground(settings),
  });
  const { from, to, format, layout } = settings;
  await audit(ctx, 'statement.exported', `statement-export:${requested.id}`, {
    accounts: ids,
    from,
    to,
    format,
    layout,
  });
  return requested;
}

/** Refuses `not_found` if this member may not use one of them. */
export async function requireOwnAccounts(ctx: CustomerCtx, bankholderIds: readonly string[]): Promise<BankAccount[]> {
  const accounts: BankAccount[] = [];
  for (const id of new Set(bankholderIds)) accounts.push(await requireOwnAccount(ctx, id));
  return accounts;
}

/** Older statements, and the first ones in a while, show more than a borrowed session should (SCA-RTS, article 10). */
export const needsConfirmation = async (
  { tx, actor, now }: CustomerCtx,
  { from }: Pick<ExportSettings, 'from'>,
): Promise<boolean> => from < confirmedBefore(now) || !(await hasConfirmedLately(tx, actor));

/** Refuses `authorisation_invalid`. */
export const requireConfirmation = (
  ctx: CustomerCtx,
  accounts: readonly string[],
  { from, to, format }: Pick<ExportSettings, 'from' | 'to' | 'format'>,
  { authorisation, idempotency }: Confirmation,
): Promise<void> =>
  requirePinAuthorisation(ctx, authorisation, {
    operation: 'statement.export',
    accounts: [...accounts],
    from,
    to,
    format,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });

/** Refuses `validation_failed`. */
export function requirePresetFormat({ preset, format }: Pick<ExportSettings, 'preset' | 'format'>): void {
  if (preset === null || presetSettings[preset].format === format) return;
  const reason = message('export_preset_has_other_format');
  throw new Refusal('validation_failed', { errors: [{ field: 'preset', code: 'invalid', reason }] });
}

/** `hasConfirmed`: the reader confirmed an export lately. */
export function toExportView(row: ExportRow, readerId: string, hasConfirmed: boolean): ExportView {
  const state = row.isOpen ? 'ready' : row.failedAt ? 'failed' : row.expiresAt ? 'expired' : 'preparing';
  return {
    uid: row.id,
    state,
    file: state === 'ready' && row.userId === readerId ? `/v1/statement/export/${row.id}/file` : null,
    accounts: [...row.accounts],
    from: row.from,
    to: row.to,
    format: row.format,
    layout: row.layout,
    preset: row.preset,
    kind: row.kind,
    needsConfirmation: row.kind !== 'statement' && !hasConfirmed,
    rows: row.rowCount,
    progress: state === 'preparing' ? progressOf(row) : 100,
    requestedBy: row.userName,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

const progressOf = ({ rowsWritten, rowCount }: ExportRow): number =>
  rowCount === 0 ? 0 : Math.min(99, Math.floor((100 * rowsWritten) / rowCount));

export const createExport: Verb<typeof contract.statement.createExport> = async (ctx, input) => {
  const { accounts, from, to, format, layout, preset = null, authorisation, idempotency } = input;
  const confirmation = authorisation === undefined ? undefined : { authorisation, idempotency };
  const requested = await requestExport(ctx, accounts, { from, to, format, layout, preset }, confirmation);
  return toExportView(requested, ctx.actor.userId, true);
};

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

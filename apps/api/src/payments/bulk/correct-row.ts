import type { contract } from '@larkmere/contract/contract';
import type { BulkRowView } from '@larkmere/contract/payments/bulk';
import { bulkNameCheck } from '../../payees/payee/payee.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { selectRows } from './bulk.read.ts';
import {
  type BulkRow,
  findDuplicateRow,
  findNameConflictRow,
  lockFile,
  lockRow,
  markExcluded,
  requireOwnFile,
  updateRow,
  type ValidatedRow,
} from './bulk.sql.ts';
import type { RowValues } from './bulk.ts';
import { viewRow } from './bulk.view.ts';
import { findRowPrices } from './conversion.ts';
import { parseRow } from './parse-row.ts';
import { isEditable } from './row-lifecycle.ts';
import { isOpen } from './row-questions.ts';
import { releaseOverriddenRows } from './run-name-checks.ts';
import { type CheckingCtx, validateRows } from './validate-rows.ts';

export const correctRow: Verb<typeof contract.bulkPayment.correct> = async (ctx, { uid, number, values }) => {
  const row = await lockEditableRow(ctx, uid, number);
  const texts = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
  const { state } = await revalidateRow(ctx, row, texts);
  await audit(ctx, 'bulk-payment.row_corrected', `bulk_payment:${uid}`, { row: number, state });
  return loadRowView(ctx, uid, number);
};

/** Checks the row again with these values; only the questions named in `confirmed` count as answered. */
export async function revalidateRow(
  ctx: CheckingCtx,
  { id, fileId, number }: BulkRow,
  values: RowValues,
  confirmed: ReadonlySet<string> = new Set(),
): Promise<ValidatedRow> {
  const [validated] = await validateRows(ctx, [{ ...parseRow(values), number, confirmed }], {
    findDuplicate: (key) => findDuplicateRow(ctx.tx, fileId, number, key),
    findNameConflict: (payee) => findNameConflictRow(ctx.tx, fileId, number, payee),
  });
  if (!validated) throw new Error(`row ${number} of file ${fileId} does not stand`);
  await updateRow(ctx.tx, id, validated);
  return validated;
}

export const excludeRow: Verb<typeof contract.bulkPayment.excludeRow> = async (ctx, { uid, number }) => {
  const row = await lockEditableRow(ctx, uid, number);
  await markExcluded(ctx.tx, row.id);
  await audit(ctx, 'bulk-payment.row_excluded', `bulk_payment:${uid}`, { row: number });
  return null;
};

export async function lockEditableRow(ctx: CustomerCtx, fileId: string, number: number): Promise<BulkRow> {
  await requireOwnFile(ctx, fileId);
  await lockFile(ctx.tx, fileId);
  const row = await lockRow(ctx.tx, fileId, number);
  if (!row) throw new Refusal('not_found');
  if (!isEditable(row.state)) throw new Refusal('invalid_transition');
  return row;
}

export async function loadRowView(ctx: CustomerCtx, fileId: string, number: number): Promise<BulkRowView> {
  const [row] = await selectRows(ctx.tx, fileId, { state: undefined, first: number - 1, most: 1 });
  if (!row) throw new Refusal('not_found');
  return viewRow(row, (await findRowPrices(ctx, fileId, [row])).get(row.id));
}

/**
 * Confirms exactly the questions that were shown. The row is checked again, so a question that came up in the meantime
 * stays open. Throws `not_found`, `invalid_transition`, `bulk_changed`.
 */
export const confirmRow: Verb<typeof contract.bulkPayment.confirmRow> = async (ctx, { uid, number, questions }) => {
  const row = await lockEditableRow(ctx, uid, number);
  if (row.state !== 'doubtful' && row.state !== 'checking') throw new Refusal('invalid_transition');
  const rowQuestions = row.questions;
  const open = rowQuestions.filter(isOpen).map(({ key }) => key);
  if (open.length === 0) throw new Refusal('invalid_transition');
  if (open.toSorted().join('\n') !== questions.toSorted().join('\n')) throw new Refusal('bulk_changed');
  const { state } = await revalidateRow(ctx, row, row.given, new Set(rowQuestions.map(({ key }) => key)));
  await audit(ctx, 'bulk-payment.row_confirmed', `bulk_payment:${uid}`, { row: number, questions: open, state });
  return loadRowView(ctx, uid, number);
};

/**
 * Confirms the name for every row of the file with the same name check. Throws `not_found`, `invalid_transition`,
 * `name_check_unconfirmed`.
 */
export const overrideNameCheck: Verb<typeof contract.bulkPayment.acceptName> = async (ctx, { uid, number, reason }) => {
  const row = await lockEditableRow(ctx, uid, number);
  if (row.state !== 'doubtful' || row.nameCheckId === null) throw new Refusal('invalid_transition');
  await bulkNameCheck.override(ctx, row.nameCheckId, reason);
  await releaseOverriddenRows(ctx.tx, uid, row.nameCheckId);
  await audit(ctx, 'bulk-payment.name_check_overridden', `bulk_payment:${uid}`, {
    row: number,
    nameCheckId: row.nameCheckId,
  });
  return loadRowView(ctx, uid, number);
};

import type { BulkRowState, BulkRowView } from '@larkmere/contract/bulk-payment';
import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { rowsOfFile } from './bulk-payment.read.ts';
import {
  type BulkRow,
  lockFile,
  lockRow,
  selectNamesakeRow,
  selectTwinRow,
  updateLeftOut,
  updateRow,
} from './bulk-payment.sql.ts';
import { openStates } from './bulk-payment.ts';
import { viewRow } from './bulk-payment.view.ts';
import { checkRow } from './check-row.ts';
import { requireOwnFile } from './own-file.ts';
import { standRows } from './stand-rows.ts';

export const correctRow: Verb<typeof contract.bulkPayment.correct> = async (ctx, { uid, number, given }) => {
  const row = await requireOpenRow(ctx, uid, number);
  const texts = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
  const checked = { ...checkRow(texts), number };
  const [standing] = await standRows(ctx, [checked], {
    twinOf: (twin) => selectTwinRow(ctx.tx, uid, number, twin),
    namesakeOf: (payee) => selectNamesakeRow(ctx.tx, uid, number, payee),
  });
  if (!standing) throw new Error(`row ${number} of file ${uid} does not stand`);
  await updateRow(ctx.tx, row.id, standing);
  await audit(ctx, 'bulk-payment.corrected', `bulk_payment:${uid}`, { row: number, state: standing.state });
  return viewRowOf(ctx, uid, number);
};

export const leaveRowOut: Verb<typeof contract.bulkPayment.leaveOut> = async (ctx, { uid, number }) => {
  const row = await requireOpenRow(ctx, uid, number);
  await updateLeftOut(ctx.tx, row.id);
  await audit(ctx, 'bulk-payment.left_out', `bulk_payment:${uid}`, { row: number });
  return null;
};

export async function requireOpenRow(ctx: CustomerCtx, fileId: string, number: number): Promise<BulkRow> {
  await requireOwnFile(ctx, fileId);
  await lockFile(ctx.tx, fileId);
  const row = await lockRow(ctx.tx, fileId, number);
  if (!row) throw new Refusal('not_found');
  if (!openStates.includes(row.state as BulkRowState)) throw new Refusal('invalid_transition');
  return row;
}

export async function viewRowOf({ tx }: CustomerCtx, fileId: string, number: number): Promise<BulkRowView> {
  const [row] = await rowsOfFile(tx, fileId, { state: undefined, first: number - 1, most: 1 });
  if (!row) throw new Refusal('not_found');
  return viewRow(row);
}

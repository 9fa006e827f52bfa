import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { type BulkRow, lockFile, requireOwnFile, selectReadyRows } from './bulk.sql.ts';
import { revalidateRow } from './correct-row.ts';
import { findRowDates } from './row-dates.ts';

/**
 * Refuses `bulk_changed` if the date of a ready row has come or passed since the row was checked: it would be paid on
 * another day than the one that was shown.
 */
export async function requireDatesAsShown(ctx: CustomerCtx, fileId: string): Promise<void> {
  const { length: count } = await findRowsOfChangedDate(ctx, fileId);
  if (count > 0) throw new Refusal('bulk_changed', { reason: message('bulk_dates_passed', { count }) });
}

/** Checks these rows again: one that names today is paid today, and one that names a day before is faulty. */
export async function revalidateDatedRows(ctx: CustomerCtx, fileId: string): Promise<void> {
  await requireOwnFile(ctx, fileId);
  await lockFile(ctx.tx, fileId);
  const rows = await findRowsOfChangedDate(ctx, fileId);
  if (rows.length === 0) return;
  for (const row of rows) await revalidateRow(ctx, row, row.given, new Set(row.questions.map(({ key }) => key)));
  await audit(ctx, 'bulk-payment.dates_passed', `bulk_payment:${fileId}`, { rows: rows.length });
}

async function findRowsOfChangedDate(ctx: CustomerCtx, fileId: string): Promise<BulkRow[]> {
  const rows = (await selectReadyRows(ctx.tx, fileId)).filter(({ read }) => read?.executionDate !== undefined);
  const dates = await findRowDates(
    ctx,
    rows.map(({ rail, currency, read }) => ({
      rail: present(rail, 'the rail of a ready row'),
      currency: present(currency, 'the currency of a ready row'),
      day: present(read?.executionDate, 'the date of a dated row'),
    })),
  );
  return rows.filter(({ executionDate }, place) => {
    const date = dates[place];
    return !date || 'fault' in date || date.executesOn !== executionDate;
  });
}

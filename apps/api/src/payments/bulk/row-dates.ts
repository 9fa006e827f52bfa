import type { BulkRail } from '@larkmere/contract/payments/bulk';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findExecutionDay } from '../pricing/pricing.ts';
import type { RowFault } from './bulk.ts';

export type DatedRow = Readonly<{ rail: BulkRail; currency: Currency; day: string }>;

/** `executesOn` is null for a row that names today, which is paid as soon as it is released. */
export type RowDate = Readonly<{ executesOn: string | null } | { fault: RowFault }>;

/** Applies the rule of single scheduled payments to the date of each row. */
export async function findRowDates(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  rows: readonly (DatedRow | undefined)[],
): Promise<(RowDate | undefined)[]> {
  const found = new Map<string, RowDate>();
  const keyOf = ({ rail, currency, day }: DatedRow): string => `${rail} ${currency} ${day}`;
  for (const row of rows) if (row && !found.has(keyOf(row))) found.set(keyOf(row), await findRowDate(ctx, row));
  return rows.map((row) => row && found.get(keyOf(row)));
}

async function findRowDate(ctx: Pick<Ctx, 'tx' | 'now'>, row: DatedRow): Promise<RowDate> {
  const { today, earliest, latest, isOpen, executesOn } = await findExecutionDay(ctx, row);
  if (row.day === today) return { executesOn: null };
  if (isOpen) return { executesOn };
  if (latest < earliest) return fault(message('bulk_date_unavailable'));
  const range = { earliest, latest };
  return fault(row.day < today ? message('bulk_date_passed', range) : message('bulk_date_too_late', range));
}

const fault = (reason: RowFault['reason']): RowDate => ({ fault: { field: 'executionDate', reason } });

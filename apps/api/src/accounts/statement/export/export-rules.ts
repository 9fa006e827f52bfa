import type { ExportFormat } from '@larkmere/contract/accounts/export-presets';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../../platform/requests/refusal.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { formats } from './formats.ts';
import type { StatementHead } from './statement-row.ts';

export const monthsAtOnce = 24;
export const daysWithoutConfirmation = 90;
export const daysBetweenConfirmations = 90;
export const minutesToDownload = 10;
export const daysToKeep = 7;
/** Until the next one. */
export const daysToKeepMonthly = 31;

type Range = Readonly<{ from: string; to: string }>;

/** Refuses `validation_failed` for an end before the start or after today in London. */
export function requireExportRange({ from, to }: Range, now: Date): void {
  const reason = from > to ? 'end_date_before_start' : to > londonDay(now) ? 'export_end_in_future' : undefined;
  if (reason)
    throw new Refusal('validation_failed', { errors: [{ field: 'to', code: 'invalid', reason: message(reason) }] });
}

/** Whether it takes longer than a person waits for. */
export const isPreparedInBackground = ({ from, to }: Range): boolean => addMonths(from, monthsAtOnce) <= to;

/** The oldest first day that needs no confirmation. */
export const confirmedBefore = (now: Date): string => shiftDays(londonDay(now), -daysWithoutConfirmation);

/** Refuses `statement_too_long` if a file of this format has no room for the rows of an account. */
export function requireRoom(format: ExportFormat, heads: readonly StatementHead[]): void {
  if (exceedsRoom(format, heads)) throw new Refusal('statement_too_long');
}

export const exceedsRoom = (format: ExportFormat, heads: readonly StatementHead[]): boolean =>
  heads.some((head) => countRows([head]) > (formats[format].maxRows ?? Number.POSITIVE_INFINITY));

export const countRows = (heads: readonly StatementHead[]): number =>
  heads.reduce((sum, head) => sum + head.in.count + head.out.count, 0);

export function shiftDays(day: string, days: number): string {
  const at = new Date(day);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The 31st of a month becomes the last day of a shorter one. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

import type { DayRange } from '../../ui/DateRange.tsx';
import { addDays, toLocalDate } from '../../ui/date-text.ts';

export type Direction = 'in' | 'out';
export type StatementFilter = DayRange & {
  bankholderid: string;
  direction: Direction | undefined;
  search: string | undefined;
  /** `all`: search all accounts and all time, whatever account and range are selected. */
  scope: 'all' | undefined;
};

export type PresetName = 'last30' | 'thisMonth' | 'lastMonth' | 'last90' | 'last365';

export function presetRanges(now: Date): Record<PresetName, DayRange> {
  const to = toLocalDate(now);
  const back = (days: number): DayRange => ({ from: toLocalDate(addDays(now, -days)), to });
  const firstOf = (month: number): Date => new Date(now.getFullYear(), month, 1);
  const month = now.getMonth();
  return {
    last30: back(29),
    thisMonth: { from: toLocalDate(firstOf(month)), to },
    lastMonth: { from: toLocalDate(firstOf(month - 1)), to: toLocalDate(addDays(firstOf(month), -1)) },
    last90: back(89),
    last365: back(364),
  };
}

export const findPreset = ({ from, to }: DayRange, now: Date): PresetName | undefined =>
  (Object.entries(presetRanges(now)) as [PresetName, DayRange][]).find(
    ([, range]) => range.from === from && range.to === to,
  )?.[0];

const dayShape = /^\d{4}-\d\d-\d\d$/;
export const isDateText = (text: string | undefined): text is string => text !== undefined && dayShape.test(text);

/** Missing or invalid parameters fall back to the first account and the last 30 days. */
export function parseFilter(
  query: Record<string, unknown>,
  firstAccount: string | undefined,
  now: Date,
): StatementFilter {
  const text = (name: string): string | undefined => (typeof query[name] === 'string' ? query[name] : undefined);
  const [from, to, direction] = [text('from'), text('to'), text('direction')];
  const range = isDateText(from) && isDateText(to) ? { from, to } : presetRanges(now).last30;
  const search = text('search')?.trim().slice(0, 100) || undefined;
  return {
    ...range,
    bankholderid: text('bankholderid') ?? firstAccount ?? '',
    direction: direction === 'in' || direction === 'out' ? direction : undefined,
    search,
    scope: search && text('scope') === 'all' ? 'all' : undefined,
  };
}

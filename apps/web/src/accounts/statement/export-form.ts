import { type ExportFormat, type ExportPreset, presetSettings } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { DayRange } from '../../ui/DateRange.tsx';
import { toLondonDate } from '../../ui/date-text.ts';
import { isDateText } from './statement-filter.ts';

export type ExportForm = DayRange &
  Readonly<{
    preset: ExportPreset | undefined;
    format: ExportFormat;
    layout: StatementLayout;
    accounts: readonly string[];
  }>;

/** Changing format or rows leaves the preset; choosing one sets both. */
export function changeForm(form: ExportForm, change: Partial<ExportForm>): ExportForm {
  if (change.preset !== undefined) return { ...form, ...change, ...presetSettings[change.preset] };
  const isOther = change.format !== undefined || change.layout !== undefined;
  return { ...form, ...change, ...(isOther && { preset: undefined }) };
}

export type ExportPeriods = Readonly<{ lastMonth: DayRange; thisQuarter: DayRange; lastTaxYear: DayRange }>;

/** In days of London, because no period ends after today there. The tax year of the United Kingdom ends on 5 April. */
export function exportPeriods(now: Date): ExportPeriods {
  const today = toLondonDate(now);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const taxYear = today > `${year}-04-05` ? year : year - 1;
  return {
    lastMonth: { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) },
    thisQuarter: { from: dayOf(year, month - ((month - 1) % 3), 1), to: today },
    lastTaxYear: { from: `${taxYear - 1}-04-06`, to: `${taxYear}-04-05` },
  };
}

/** Months count from 1 and may be of another year. Day 0 is the last one of the month before. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

export type FormFault = 'chooseAccount' | 'chooseDates';

export function findFault({ accounts, from, to }: ExportForm): FormFault | undefined {
  if (!isDateText(from) || !isDateText(to) || from > to) return 'chooseDates';
  return accounts.length === 0 ? 'chooseAccount' : undefined;
}

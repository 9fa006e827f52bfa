import { type ExportFormat, type ExportPreset, presetSettings } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { DayRange } from '../../ui/DateRange.tsx';
import { addDays, toLocalDate } from '../../ui/date-text.ts';
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

/** No period ends after today. The tax year of the United Kingdom ends on 5 April. */
export function exportPeriods(now: Date): ExportPeriods {
  const today = toLocalDate(now);
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const taxYear = today > `${year}-04-05` ? year : year - 1;
  return {
    lastMonth: {
      from: toLocalDate(new Date(year, month - 1, 1)),
      to: toLocalDate(addDays(new Date(year, month, 1), -1)),
    },
    thisQuarter: { from: toLocalDate(new Date(year, month - (month % 3), 1)), to: today },
    lastTaxYear: { from: `${taxYear - 1}-04-06`, to: `${taxYear}-04-05` },
  };
}

export type FormFault = 'chooseAccount' | 'chooseDates';

export function findFault({ accounts, from, to }: ExportForm): FormFault | undefined {
  if (!isDateText(from) || !isDateText(to) || from > to) return 'chooseDates';
  return accounts.length === 0 ? 'chooseAccount' : undefined;
}

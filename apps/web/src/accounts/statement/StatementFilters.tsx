import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { DateRange, type DayRange } from '../../ui/DateRange.tsx';
import { formatShortDate, toLocalDate } from '../../ui/date-text.ts';
import { FilterBar, type FilterChip } from '../../ui/FilterBar.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { AccountField } from '../bank-account/bank-account.tsx';
import { LettersButton } from '../letter/letter.tsx';
import { ExportButton } from './ExportButton.tsx';
import { findPreset, isDateText, type PresetName, presetRanges, type StatementFilter } from './statement-filter.ts';

type Change = (change: Partial<StatementFilter>) => void;

type Props = {
  form: StatementFilter;
  type: Change;
  choose: Change;
  accounts: readonly BankAccountView[];
  resultCount: number | undefined;
};

export function StatementFilters({ form, type, choose, accounts, resultCount }: Props) {
  const t = useTranslations('statement');
  const [open, setOpen] = useState(false);
  const folded = open ? '' : 'hidden md:block';
  const everywhere = form.scope === 'all';
  const rangeText = useRangeText(form);
  return (
    <section data-print="no" aria-label={t('filters')} className="rounded-card border border-line bg-surface p-5">
      <FilterBar chips={useChips(form, choose)} resultCount={resultCount}>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_auto_auto] lg:items-end">
          <AccountField
            label={t('account')}
            value={everywhere ? '' : form.bankholderid}
            onChange={(bankholderid) => choose({ bankholderid, scope: undefined })}
            accounts={accounts}
            none={everywhere ? t('allAccounts') : undefined}
          />
          <Button
            kind="secondary"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            icon={<SlidersHorizontal size={18} />}
            className="md:hidden"
          >
            {everywhere ? t('allTime') : rangeText}
          </Button>
          <div className={everywhere ? undefined : folded}>
            <SearchInput
              label={t(everywhere ? 'searchAll' : 'search')}
              placeholder={t('searchHint')}
              value={form.search ?? ''}
              onChange={(search) => type({ search })}
            />
          </div>
          <div className={folded}>
            <Segmented
              label={t('direction.label')}
              value={form.direction ?? 'all'}
              onChange={(direction) => choose({ direction: direction === 'all' ? undefined : direction })}
              options={(['all', 'in', 'out'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
            />
          </div>
          <div className="flex flex-wrap gap-3">
            <ExportButton
              accounts={accounts}
              chosen={everywhere ? accounts.map(({ bankholderid }) => bankholderid) : [form.bankholderid]}
              range={{ from: form.from, to: form.to }}
            />
            <LettersButton bankholderid={everywhere ? undefined : form.bankholderid} />
          </div>
        </div>
        {!everywhere && (
          <div className={folded}>
            <Range form={form} type={type} choose={choose} />
          </div>
        )}
      </FilterBar>
    </section>
  );
}

function Range({ form, type, choose }: Pick<Props, 'form' | 'type' | 'choose'>) {
  const t = useTranslations('statement.presets');
  const now = useNow();
  const ranges = presetRanges(now);
  return (
    <DateRange
      value={form}
      max={toLocalDate(now)}
      presets={(Object.keys(ranges) as PresetName[]).map((name) => ({ label: t(name), range: ranges[name] }))}
      onChange={({ from, to }) => (findPreset({ from, to }, now) ? choose : type)({ from, to })}
    />
  );
}

function useRangeText({ from, to }: DayRange): string {
  const t = useTranslations('statement');
  const locale = useLocale();
  const now = useNow();
  const day = (text: string) => (isDateText(text) ? formatShortDate(new Date(`${text}T12:00`), locale, now) : text);
  return t('printedRange', { from: day(from), to: day(to) });
}

function useChips({ direction, search }: StatementFilter, choose: Change): FilterChip[] {
  const t = useTranslations('statement');
  const chips: FilterChip[] = [];
  if (direction) {
    chips.push({
      key: 'direction',
      label: t(`direction.${direction}`),
      onRemove: () => choose({ direction: undefined }),
    });
  }
  if (search?.trim()) {
    chips.push({
      key: 'search',
      label: t('searchChip', { text: search.trim() }),
      onRemove: () => choose({ search: undefined }),
    });
  }
  return chips;
}

import type { BankAccountView } from '@larkmere/contract/bank-account';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { DateRange, type DayRange } from '../ui/DateRange.tsx';
import { localDay, shortDayText } from '../ui/day.ts';
import { FilterBar, type FilterChip } from '../ui/FilterBar.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { isDay, type PresetName, presetRanges, type StatementFilter } from './statement-filter.ts';

type Change = (change: Partial<StatementFilter>) => void;

type Props = {
  form: StatementFilter;
  /** Typing: applied after a pause. */
  type: Change;
  /** A choice: applied at once. */
  choose: Change;
  accounts: readonly BankAccountView[];
  resultCount: number | undefined;
};

/** Which account, which days, and what of them. On a phone all but the account is folded behind the days in force. */
export function StatementFilters({ form, type, choose, accounts, resultCount }: Props) {
  const t = useTranslations('statement');
  const nameOf = useAccountName();
  const [open, setOpen] = useState(false);
  const folded = open ? '' : 'hidden md:block';
  return (
    <section data-print="no" aria-label={t('filters')} className="rounded-card border border-line bg-surface p-5">
      <FilterBar chips={useChips(form, choose)} resultCount={resultCount}>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_auto] lg:items-end">
          <SelectField
            label={t('account')}
            value={form.bankholderid}
            onChange={(event) => choose({ bankholderid: event.target.value })}
            options={accounts.map((account) => ({
              value: account.bankholderid,
              label: nameOf(account),
            }))}
          />
          <Button
            kind="secondary"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            icon={<SlidersHorizontal size={18} />}
            className="md:hidden"
          >
            {useRangeText(form)}
          </Button>
          <div className={folded}>
            <SearchInput
              label={t('search')}
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
        </div>
        <div className={folded}>
          <Range form={form} type={type} choose={choose} />
        </div>
      </FilterBar>
    </section>
  );
}

function Range({ form, type, choose }: Pick<Props, 'form' | 'type' | 'choose'>) {
  const t = useTranslations('statement.presets');
  const now = useNow();
  const ranges = presetRanges(now);
  const isPreset = ({ from, to }: DayRange) =>
    Object.values(ranges).some((range) => range.from === from && range.to === to);
  return (
    <DateRange
      value={form}
      max={localDay(now)}
      presets={(Object.keys(ranges) as PresetName[]).map((name) => ({ label: t(name), range: ranges[name] }))}
      onChange={({ from, to }) => (isPreset({ from, to }) ? choose : type)({ from, to })}
    />
  );
}

function useRangeText({ from, to }: DayRange): string {
  const t = useTranslations('statement');
  const locale = useLocale();
  const now = useNow();
  const day = (text: string) => (isDay(text) ? shortDayText(new Date(`${text}T12:00`), locale, now) : text);
  return t('printedRange', { from: day(from), to: day(to) });
}

/** Short enough for the narrowest phone, and still what tells this account from the others. */
function useAccountName(): (account: BankAccountView) => string {
  const t = useTranslations('statement');
  return ({ currency, accountnumber, international, bankholderid }) => {
    if (accountnumber) return t('accountName', { currency, detail: accountnumber });
    const end = international?.iban.replaceAll(' ', '').slice(-4);
    return t('accountName', { currency, detail: end ? t('ibanEnding', { end }) : bankholderid });
  };
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

import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { usePartnerName } from './use-partner-name.ts';

export const periods = [30, 240, 1440, 10_080, 129_600] as const;
const directions = ['all', 'in', 'out'] as const;
const outcomes = ['all', 'answered', 'refused', 'failed', 'no_answer'] as const;

export type Filters = Readonly<{
  text: string;
  minutes: number;
  direction: (typeof directions)[number];
  partner: string;
  outcome: (typeof outcomes)[number];
  isSlow: boolean;
  isLive: boolean;
}>;

export const initialFilters: Filters = {
  text: '',
  minutes: 30,
  direction: 'all',
  partner: '',
  outcome: 'all',
  isSlow: false,
  isLive: false,
};

type Props = { filters: Filters; partners: readonly string[]; onChange: (change: Partial<Filters>) => void };

export function CallFilters({ filters, partners, onChange }: Props) {
  const t = useTranslations('manageApiLog');
  const partnerName = usePartnerName();
  return (
    <div className="grid gap-3">
      <SearchInput
        label={t('search')}
        placeholder={t('placeholder')}
        value={filters.text}
        onChange={(text) => onChange({ text })}
      />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <SelectField
          label={t('period')}
          value={String(filters.minutes)}
          onChange={({ target }) => onChange({ minutes: Number(target.value) })}
          options={periods.map((minutes) => ({ value: String(minutes), label: t(`minutes.m${minutes}`) }))}
        />
        <SelectField
          label={t('direction')}
          value={filters.direction}
          onChange={({ target }) => onChange({ direction: target.value as Filters['direction'] })}
          options={directions.map((value) => ({ value, label: t(`directions.${value}`) }))}
        />
        <SelectField
          label={t('partner')}
          value={filters.partner}
          onChange={({ target }) => onChange({ partner: target.value })}
          options={[
            { value: '', label: t('allPartners') },
            ...partners.map((value) => ({ value, label: partnerName(value) })),
          ]}
        />
        <SelectField
          label={t('outcome')}
          value={filters.outcome}
          onChange={({ target }) => onChange({ outcome: target.value as Filters['outcome'] })}
          options={outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox checked={filters.isSlow} onChange={({ target }) => onChange({ isSlow: target.checked })}>
          {t('slow')}
        </Checkbox>
        <Checkbox checked={filters.isLive} onChange={({ target }) => onChange({ isLive: target.checked })}>
          {t('live')}
        </Checkbox>
      </div>
    </div>
  );
}

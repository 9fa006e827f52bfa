import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { addDays, formatDate, toLocalDate } from '../../ui/date-text.ts';

export const filterTypes = ['wait', 'scheduled', 'approve', 'reject', 'cancel', 'all'] as const;
type FilterType = (typeof filterTypes)[number];

type Address = { filterType?: string; startdate?: string; enddate?: string };

const isFilterType = (text: string | undefined): text is FilterType => filterTypes.some((type) => type === text);
const parseDate = (text: string | undefined): string | undefined =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;

export function usePaymentFilter() {
  const t = useTranslations('payment.list');
  const locale = useLocale();
  const now = useNow();
  const navigate = useNavigate();
  const address: Address = useSearch({ strict: false });
  const filterType = isFilterType(address.filterType) ? address.filterType : 'wait';
  const startdate = parseDate(address.startdate);
  const enddate = parseDate(address.enddate);
  const range = { from: startdate ?? '', to: enddate ?? '' };
  const show = (change: Address) => void navigate({ to: '.', search: { ...address, ...change }, replace: true });

  const since = (days: number) => ({ from: toLocalDate(addDays(now, -days)), to: toLocalDate(now) });
  const text = (day: string) => formatDate(new Date(`${day}T00:00`), locale);
  const rangeText = () => {
    if (startdate && enddate) return t('dates', { from: text(startdate), to: text(enddate) });
    return startdate ? t('since', { from: text(startdate) }) : enddate && t('until', { to: text(enddate) });
  };
  const dates = rangeText();
  return {
    filter: { filterType, ...(startdate ? { startdate } : {}), ...(enddate ? { enddate } : {}) },
    range,
    show,
    presets: [
      { label: t('any'), range: { from: '', to: '' } },
      { label: t('week'), range: since(6) },
      { label: t('month'), range: since(29) },
    ],
    chips: dates ? [{ key: 'dates', label: dates, onRemove: () => show({ startdate: '', enddate: '' }) }] : [],
  };
}

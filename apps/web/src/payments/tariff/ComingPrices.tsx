import { Link } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TariffTable } from './TariffTable.tsx';
import type { Tariff } from './tariff.api.ts';

type Coming = Tariff['coming'][number];
type Rise = Coming['rises'][number];

/** What was announced and is not in effect yet. */
export const ComingPrices = ({ coming }: Pick<Tariff, 'coming'>) => (
  <div className="mb-6 grid gap-4 empty:hidden">
    {coming.map((each) => (
      <ComingDay key={JSON.stringify(each)} coming={each} />
    ))}
  </div>
);

function ComingDay({ coming: { effectiveOn, rises } }: { coming: Coming }) {
  const t = useTranslations('tariff');
  const locale = useLocale();
  const day = formatDate(new Date(effectiveOn), locale);
  const nameOf = useProductName();
  const rows = rises.map((rise) => [nameOf(rise), priceText(rise, rise.before), priceText(rise, rise.after)]);
  return (
    <Notice kind="info" title={t('coming', { day })}>
      <div className="grid gap-2">
        <TariffTable
          caption={t('coming', { day })}
          columns={[t('scheme'), t('now'), t('fromThen', { day })]}
          rows={rows}
        />
        <p>
          {t('comingText')}{' '}
          <Link data-print="no" to={paths.closeAccount} className={linkClass}>
            {t('close')}
          </Link>
        </p>
      </div>
    </Notice>
  );
}

const priceText = ({ unit, currency }: Rise, value: string): string =>
  unit === 'fixed' ? moneyText({ amount: value, currency: currency ?? '' }) : `${value}%`;

function useProductName(): (rise: Rise) => string {
  const t = useTranslations('tariff');
  return ({ product, currency, buy, label }) => {
    const name = t.has(`rail.${product as 'swift'}`)
      ? t(`rail.${product as 'swift'}`)
      : t(`product.${product as 'exchange'}`);
    const money = [currency, buy].filter(Boolean).join(' – ');
    return [name, label, money].filter(Boolean).join(', ');
  };
}

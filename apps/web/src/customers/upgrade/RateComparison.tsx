import { useLocale, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { RateText } from '../../ui/RateText.tsx';
import type { Readiness } from './upgrade.api.ts';

type Comparison = NonNullable<Readiness['comparison']>;

export function RateComparison({ comparison }: { comparison: Comparison | null }) {
  const t = useTranslations('upgrade.compare');
  const locale = useLocale();
  if (!comparison)
    return (
      <Card title={t('example')}>
        <p>{t('none')}</p>
      </Card>
    );
  const { sellAmount, buy: currency, executedAt, offHours, wallet, plus, saving } = comparison;
  const amount = moneyText(sellAmount);
  const rate = ({ displayedRate }: Comparison['plus']) => <RateText rate={displayedRate} />;
  const rows = [
    { label: t('rate'), wallet: rate(wallet), plus: rate(plus) },
    { label: t('fee'), wallet: moneyText(wallet.fee), plus: moneyText(plus.fee) },
    { label: t('get'), wallet: moneyText(wallet.buyAmount), plus: moneyText(plus.buyAmount) },
  ];
  return (
    <Card title={executedAt ? t('last') : t('example')}>
      <p>
        {executedAt
          ? t('lastText', { amount, currency, day: formatDate(new Date(executedAt), locale) })
          : t('exampleText', { amount, currency })}
      </p>
      <table className="figures mt-3 w-full text-left max-sm:text-small max-sm:[&_span]:whitespace-normal">
        <thead>
          <tr className="border-b border-line text-small text-text-muted">
            <th className="py-2 pr-3 font-semibold">
              <span className="sr-only">{t('what')}</span>
            </th>
            <th className="py-2 pr-3 font-semibold">{t('wallet')}</th>
            <th className="rounded-t-control bg-accent-soft px-3 py-2 font-semibold text-accent-text">{t('plus')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ label, ...of }) => (
            <tr key={label}>
              <th scope="row" className="py-2 pr-3 font-normal text-text-muted">
                {label}
              </th>
              <td className="py-2 pr-3">{of.wallet}</td>
              <td className="bg-accent-soft px-3 py-2 font-semibold">{of.plus}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 font-semibold">{t('saving', { amount: moneyText(saving) })}</p>
      {offHours && <p className="text-small text-text-muted">{t('offHours')}</p>}
    </Card>
  );
}

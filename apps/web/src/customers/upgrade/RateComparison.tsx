import { useLocale, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { RateText } from '../../ui/RateText.tsx';
import { Table } from '../../ui/Table.tsx';
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
      <div className="figures mt-3 max-sm:[&_span]:whitespace-normal">
        <Table
          caption={executedAt ? t('last') : t('example')}
          columns={[
            {
              key: 'label',
              title: <span className="sr-only">{t('what')}</span>,
              isRowTitle: true,
              cell: ({ label }) => label,
              className: 'text-text-muted',
            },
            { key: 'wallet', title: t('wallet'), cell: (row) => row.wallet },
            { key: 'plus', title: t('plus'), cell: (row) => row.plus, className: 'bg-accent-soft font-semibold' },
          ]}
          rows={rows}
          keyOf={({ label }) => label}
        />
      </div>
      <p className="mt-3 font-semibold">{t('saving', { amount: moneyText(saving) })}</p>
      {offHours && <p className="text-small text-text-muted">{t('offHours')}</p>}
    </Card>
  );
}

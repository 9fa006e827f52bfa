import type { DeskRate } from '@larkmere/contract/back-office/setting';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { StaffTable } from '../parts/parts.ts';

/** The rates that prices start from, with age and source. */
export function RatesCard({ rates }: { rates: readonly DeskRate[] }) {
  const t = useTranslations('manageSetting.rates');
  if (rates.length === 0) return null;
  return (
    <Card title={t('title')} flush>
      <StaffTable<DeskRate>
        caption={t('title')}
        rows={rates}
        keyOf={({ currency }) => currency}
        columns={[
          {
            key: 'pair',
            title: t('pair'),
            cell: ({ currency }) => <strong className="font-semibold">GBP/{currency}</strong>,
          },
          {
            key: 'rate',
            title: t('rate'),
            isNumber: true,
            cell: ({ rate }) => <span className="figures">{rate}</span>,
          },
          { key: 'source', title: t('source'), cell: ({ source }) => source },
          {
            key: 'age',
            title: t('age'),
            isNumber: true,
            cell: ({ ageSeconds, isStale }) =>
              isStale ? (
                <StatusPill kind="danger">{t('stale')}</StatusPill>
              ) : (
                t('seconds', { count: String(ageSeconds) })
              ),
          },
        ]}
      />
    </Card>
  );
}

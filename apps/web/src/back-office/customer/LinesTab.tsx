import type { CustomerLine } from '@larkmere/contract/back-office/customer-file';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { inWords, StaffTable, TabQuery } from '../parts/parts.ts';
import { type LineTab, linesQuery } from './customer.api.ts';

export function LinesTab({ id, tab }: { id: string; tab: LineTab }) {
  const t = useTranslations('manageCustomer');
  const { at } = useDateTimeTexts();
  return (
    <TabQuery query={linesQuery(id, tab)}>
      {({ list }) => (
        <Card flush>
          {list.length === 0 ? (
            <EmptyState title={t('line.none')} />
          ) : (
            <StaffTable<CustomerLine & { place: number }>
              caption={t(`tab.${tab}`)}
              rows={list.map((line, place) => ({ ...line, place }))}
              keyOf={({ place }) => String(place)}
              columns={[
                {
                  key: 'at',
                  title: t('line.at'),
                  cell: (line) => <span className="whitespace-nowrap">{at(line.at)}</span>,
                },
                {
                  key: 'what',
                  title: t('line.what'),
                  cell: ({ what }) => <strong className="font-semibold">{inWords(what)}</strong>,
                },
                { key: 'who', title: t('line.who'), cell: ({ who }) => who ?? '–' },
                {
                  key: 'detail',
                  title: t('line.detail'),
                  cell: ({ detail }) => (
                    <span className="wrap-anywhere">{tab === 'messages' ? detail : detail && inWords(detail)}</span>
                  ),
                },
              ]}
            />
          )}
        </Card>
      )}
    </TabQuery>
  );
}

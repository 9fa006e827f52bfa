import type { ApiCall } from '@larkmere/contract/back-office/api-log';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StaffTable } from '../parts/parts.ts';
import { CallOutcomePill } from './CallOutcomePill.tsx';
import { useExactTime } from './use-exact-time.ts';
import { usePartnerName } from './use-partner-name.ts';

type Props = { calls: readonly ApiCall[]; chosen: string | undefined; onChoose: (id: string) => void };

const slowMs = 1000;

export function CallTable({ calls, chosen, onChoose }: Props) {
  const t = useTranslations('manageApiLog');
  const at = useExactTime();
  const partnerName = usePartnerName();
  return (
    <StaffTable<ApiCall>
      caption={t('title')}
      rows={calls}
      keyOf={({ id }) => id}
      chosen={chosen}
      columns={[
        {
          key: 'time',
          title: t('column.time'),
          cell: ({ id, at: moment, operation }) => (
            <button
              type="button"
              aria-label={t('open', { operation, time: at(moment) })}
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
              className="figures font-semibold whitespace-nowrap hover:underline"
            >
              {at(moment)}
            </button>
          ),
        },
        {
          key: 'call',
          title: t('column.call'),
          cell: ({ direction, operation, partner }) => (
            <span className="flex items-start gap-2">
              {direction === 'in' ? (
                <ArrowDownLeft size={16} aria-label={t('in')} className="mt-0.5 shrink-0 text-text-muted" />
              ) : (
                <ArrowUpRight size={16} aria-label={t('out')} className="mt-0.5 shrink-0 text-text-muted" />
              )}
              <span className="min-w-48 wrap-anywhere">
                {operation} <span className="text-text-muted">· {partnerName(partner)}</span>
              </span>
            </span>
          ),
        },
        { key: 'answer', title: t('column.answer'), cell: (call) => <CallOutcomePill {...call} /> },
        {
          key: 'ms',
          title: t('column.ms'),
          isNumber: true,
          cell: ({ latencyMs }) => (
            <span className={`figures ${latencyMs > slowMs ? 'font-semibold text-warning' : ''}`}>
              {latencyMs.toLocaleString('en-GB')}
            </span>
          ),
        },
        {
          key: 'customer',
          title: t('column.customer'),
          cell: ({ customer }) => <span className="figures whitespace-nowrap">{customer?.memberCode ?? '–'}</span>,
        },
      ]}
    />
  );
}

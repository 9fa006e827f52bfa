import type { DealForDealer } from '@larkmere/contract/fx/manual-fx';
import { useTranslations } from 'use-intl';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { type Column, StaffTable } from '../parts/parts.ts';
import { type DealtDeal, isLate } from './deal-stages.ts';
import { marketRate, pairName } from './rate-figure.ts';
import { toCsv } from './to-csv.ts';
import { useLondonDay } from './use-london-day.ts';

type Props = { rows: readonly DealtDeal[]; chosen: string | undefined; onChoose: (uid: string) => void };

/** Deals that customers accepted: those of today, and those that have not settled. */
export function Blotter({ rows, chosen, onChoose }: Props) {
  const t = useTranslations('manageDealingDesk.blotter');
  const { at } = useDateTimeTexts();
  const today = useLondonDay();
  const late = rows.filter(({ deal }) => isLate(deal, today)).length;
  const { copied, copy } = useCopy(toCsv(rows));
  const columns: Column<DealtDeal>[] = [
    { key: 'time', title: t('column.time'), cell: (row) => <span className="whitespace-nowrap">{at(row.at)}</span> },
    {
      key: 'customer',
      title: t('column.customer'),
      cell: ({ deal }) => (
        <button type="button" className={`${linkClass} min-h-6 text-left`} onClick={() => onChoose(deal.uid)}>
          {deal.customer}
        </button>
      ),
    },
    {
      key: 'sells',
      title: t('column.sells'),
      isNumber: true,
      cell: ({ quote }) => <MoneyAmount value={quote.sellAmount} size="sm" />,
    },
    {
      key: 'buys',
      title: t('column.buys'),
      isNumber: true,
      cell: ({ quote }) => <MoneyAmount value={quote.buyAmount} size="sm" />,
    },
    {
      key: 'rate',
      title: t('column.rate'),
      cell: ({ quote: { displayedRate } }) => (
        <span className="figures whitespace-nowrap">
          <strong className="font-semibold">{marketRate(displayedRate).rate}</strong>{' '}
          <span className="text-caption text-text-muted">{pairName(displayedRate)}</span>
        </span>
      ),
    },
    {
      key: 'mid',
      title: t('column.mid'),
      cell: ({ quote }) => <span className="figures text-text-muted">{marketRate(quote.displayedMidRate).rate}</span>,
    },
    { key: 'bps', title: t('column.bps'), cell: ({ quote }) => <span className="figures">{quote.marginBps}</span> },
    {
      key: 'margin',
      title: t('column.margin'),
      isNumber: true,
      cell: ({ quote }) => <MoneyAmount value={quote.gbpMargin} size="sm" />,
    },
    { key: 'state', title: t('column.state'), cell: ({ deal }) => <State deal={deal} /> },
  ];
  return (
    <Card
      flush
      title={
        <>
          {t('title')} <span className="text-small font-normal text-text-muted">{t('about')}</span>
        </>
      }
      action={
        <span className="flex items-center gap-3">
          {late > 0 && <StatusPill kind="danger">{t('late', { count: String(late) })}</StatusPill>}
          {copy && rows.length > 0 && <LinkButton onClick={copy}>{t(copied ? 'copied' : 'copy')}</LinkButton>}
        </span>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <StaffTable caption={t('title')} columns={columns} rows={rows} keyOf={({ deal }) => deal.uid} chosen={chosen} />
      )}
    </Card>
  );
}

function State({ deal }: { deal: DealForDealer }) {
  const t = useTranslations('manageDealingDesk');
  const today = useLondonDay();
  if (isLate(deal, today)) return <StatusPill kind="danger">{t('requests.late')}</StatusPill>;
  if (deal.state === 'accepted') return <StatusPill kind="warning">{t('deal.state.accepted')}</StatusPill>;
  return <span>{t(`deal.state.${deal.state}`)}</span>;
}

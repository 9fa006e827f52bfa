import type { CardSettlementRow } from '@larkmere/contract/back-office/card-settlement';
import { useTranslations } from 'use-intl';
import { linkClass } from '../../ui/button-class.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffLink, StaffTable, staffPaths } from '../parts/parts.ts';

type Props = { rows: readonly CardSettlementRow[]; rowCount: number; isSettled: boolean };
type PlacedRow = CardSettlementRow & Readonly<{ place: number }>;

/** A file may name a payment twice, so a row is known by its place. */
export function SettlementRows({ rows, rowCount, isSettled }: Props) {
  const t = useTranslations('manageCardSettlement');
  if (rows.length === 0) return <p className="text-small text-text-muted">{t('noRows')}</p>;
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">{t('rows')}</h3>
      {rowCount > rows.length && (
        <p className="text-small text-text-muted">
          {t('firstRows', { shown: String(rows.length), count: String(rowCount) })}
        </p>
      )}
      <StaffTable<PlacedRow>
        caption={t('rows')}
        rows={rows.map((row, place) => ({ ...row, place }))}
        keyOf={({ place }) => String(place)}
        columns={[
          { key: 'payment', title: t('payment'), cell: (row) => <Payment row={row} /> },
          {
            key: 'cleared',
            title: t('clearedInFile'),
            isNumber: true,
            cell: ({ cleared }) => <MoneyAmount value={cleared} />,
          },
          {
            key: 'clearedInBooks',
            title: t(isSettled ? 'clearedSettled' : 'clearedInBooks'),
            isNumber: true,
            cell: ({ inBooks }) => (inBooks ? <MoneyAmount value={inBooks.cleared} /> : '—'),
          },
          {
            key: 'refunded',
            title: t('refundedInFile'),
            isNumber: true,
            cell: ({ refunded }) => <MoneyAmount value={refunded} />,
          },
          {
            key: 'refundedInBooks',
            title: t(isSettled ? 'refundedSettled' : 'refundedInBooks'),
            isNumber: true,
            cell: ({ inBooks }) => (inBooks ? <MoneyAmount value={inBooks.refunded} /> : '—'),
          },
        ]}
      />
    </div>
  );
}

function Payment({ row: { paymentId, payment, differs } }: { row: CardSettlementRow }) {
  const t = useTranslations('manageCardSettlement');
  const { at } = useDateTimeTexts();
  return (
    <span className="grid justify-items-start gap-0.5">
      {differs && <StatusPill kind="warning">{t('rowDiffers')}</StatusPill>}
      {payment ? (
        <>
          <strong className="font-semibold wrap-anywhere">{payment.merchant}</strong>
          <span className="figures text-text-muted">
            {payment.reference} · {at(payment.at)}
          </span>
          <StaffLink
            to={staffPaths.customer(payment.customer.uid)}
            search={{ tab: 'cards' }}
            className={linkClass}
            otherwise={null}
          >
            {payment.customer.memberCode}
          </StaffLink>
        </>
      ) : (
        <>
          <strong className="font-semibold">{t('unknownPayment')}</strong>
          <span className="figures wrap-anywhere text-text-muted">{paymentId}</span>
        </>
      )}
    </span>
  );
}

import type { PaymentView } from '@larkmere/contract/payments/payment';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { PendingStatusLine } from '../../ui/PendingStatus.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { PaymentDetail } from './PaymentDetailPage.tsx';
import { isScheduled, type Reach, usePayments } from './payment.api.ts';
import { PaymentStatus } from './payment.tsx';
import { filterTypes, usePaymentFilter } from './use-payment-filter.ts';

export const PendingPaymentsPage = () => <Payments reach="domestic" />;

/** A SWIFT payment is displayed on this page, because its right opens no other. */
export function PendingSwiftPage() {
  const { payment }: { payment?: string } = useSearch({ strict: false });
  return payment === undefined ? <Payments reach="swift" /> : <PaymentDetail uid={payment} reach="swift" />;
}

function Payments({ reach }: { reach: Reach }) {
  const t = useTranslations('payment.list');
  useSetPageTitle(t(`title.${reach}`));
  const { filter, range, presets, chips, show } = usePaymentFilter();
  const payments = usePayments(reach, filter);
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      <FilterBar chips={chips} resultCount={payments.isPlaceholderData ? undefined : payments.data?.length}>
        <div className="grid gap-4 md:grid-cols-[minmax(0,12.5rem)_minmax(0,1fr)] md:items-end">
          <SelectField
            label={t('show')}
            value={filter.filterType}
            onChange={(event) => show({ filterType: event.target.value })}
            options={filterTypes.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
          <DateRange
            value={range}
            presets={presets}
            onChange={({ from, to }) => show({ startdate: from, enddate: to })}
          />
        </div>
      </FilterBar>
      {payments.isPending && <Skeleton shape="row" count={4} />}
      {payments.error && !payments.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(payments.error)} onRetry={() => void payments.refetch()} />
        </Card>
      )}
      {payments.data && (
        <Card flush className={payments.isPlaceholderData ? 'opacity-60' : ''}>
          {payments.data.length === 0 && <NoPayments isWaiting={filter.filterType === 'wait' && chips.length === 0} />}
          <ul className="divide-y divide-line">
            {payments.data.map((payment) => (
              <li key={payment.uid}>
                <Row payment={payment} reach={reach} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function NoPayments({ isWaiting }: { isWaiting: boolean }) {
  const t = useTranslations('payment.list');
  return (
    <EmptyState
      title={t('none')}
      action={
        <Link to={paths.payment} className={buttonClass('secondary')}>
          {t('made')}
        </Link>
      }
    >
      {isWaiting ? t('noneWait') : t('noneOther')}
    </EmptyState>
  );
}

function Row({ payment, reach }: { payment: PaymentView; reach: Reach }) {
  const { uid, payee, createdAt, executionDate, payeeReference, state, amount, approvalRequest, note } = payment;
  const t = useTranslations('payment.list');
  const { at } = useDateTimeTexts();
  const { day } = useDateText();
  return (
    <Link
      {...linkTo(reach === 'swift' ? paths.swiftPayment(uid) : paths.paymentDetail(uid))}
      className="flex items-center gap-4 px-5 py-3.5 -outline-offset-3 transition-colors hover:bg-sunken"
    >
      <span className="hidden sm:block">
        <Avatar name={payee.name} size={40} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1">
          <span className="font-semibold wrap-anywhere">{payee.name}</span>
          <MoneyAmount value={amount} className="text-right font-semibold" />
          <span className="figures text-small text-text-muted wrap-anywhere">
            {executionDate && isScheduled(state) ? t('leaves', { day: day(executionDate) }) : at(createdAt)} ·{' '}
            {payeeReference}
          </span>
          <span className="justify-self-end">
            <PaymentStatus state={state} />
          </span>
        </span>
        {note && <span className="block text-small text-text-muted wrap-anywhere">{note}</span>}
        {approvalRequest && <ApprovalLine approval={approvalRequest} />}
        <PendingStatusLine standing={payment} />
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}

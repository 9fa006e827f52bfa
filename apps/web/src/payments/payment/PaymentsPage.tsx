import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { NoPayments } from './NoPayments.tsx';
import { PaymentDetail } from './PaymentDetailPage.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentRow } from './PaymentRow.tsx';
import { usePaymentList } from './payment-list.api.ts';
import { type ListReach, shownGroups, toListInput } from './payment-list-filter.ts';
import { usePaymentFilter } from './use-payment-filter.ts';

export const PaymentsPage = () => <PaymentList reach="all" />;
export const PendingPaymentsPage = () => <PaymentList reach="domestic" />;

/** A SWIFT payment is displayed on this page, because its right opens no other. */
export function PendingSwiftPage() {
  const { payment }: { payment?: string } = useSearch({ strict: false });
  return payment === undefined ? <PaymentList reach="swift" /> : <PaymentDetail uid={payment} reach="swift" />;
}

/** `reach`: a page of domestic or SWIFT payments alone, which begins with those that are pending. */
function PaymentList({ reach }: { reach: ListReach }) {
  const t = useTranslations('paymentList');
  useSetPageTitle(t(`title.${reach}`));
  const controls = usePaymentFilter(reach);
  const { applied, choose } = controls;
  const accounts = useAccounts();
  const payments = usePaymentList(toListInput(reach, applied));
  const isWhole = payments.data && !payments.hasNextPage && !payments.isPlaceholderData;
  const list = payments.data?.pages.flatMap((page) => page.list) ?? [];
  const panel = (
    <>
      {payments.isPending && <Skeleton shape="row" count={5} />}
      {payments.error && !payments.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(payments.error)} onRetry={() => void payments.refetch()} />
        </Card>
      )}
      {payments.data && (
        <Card flush className={payments.isPlaceholderData ? 'opacity-60' : ''}>
          {list.length === 0 && <NoPayments reach={reach} filter={applied} choose={choose} />}
          <ul aria-busy={payments.isPlaceholderData} className="divide-y divide-line">
            {list.map((payment) => (
              <li key={payment.uid}>
                <PaymentRow payment={payment} reach={reach} />
              </li>
            ))}
          </ul>
          {payments.hasNextPage && (
            <div className="border-t border-line p-4 text-center">
              <Button
                kind="secondary"
                onClick={() => void payments.fetchNextPage()}
                busy={payments.isFetchingNextPage}
                busyLabel={t('loadingMore')}
              >
                {t('more')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  );
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-4">
      <PaymentFilters
        {...controls}
        reach={reach}
        accounts={accounts.data ?? []}
        resultCount={isWhole ? list.length : undefined}
      />
      <Tabs
        value={applied.group}
        onChange={(value) => choose({ group: shownGroups.find((group) => group === value) ?? 'all' })}
        tabs={shownGroups.map((group) => ({ value: group, label: t(`group.${group}`), panel }))}
      />
    </div>
  );
}

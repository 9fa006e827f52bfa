import type { OccurrenceView } from '@larkmere/contract/payments/standing-order';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DateStatus } from './StandingOrderStatus.tsx';
import { useOrderHistory } from './standing-order.api.ts';
import { usePlanTexts } from './use-plan-texts.ts';

export function StandingOrderHistory({ uid }: { uid: string }) {
  const t = useTranslations('standingOrder.detail');
  const history = useOrderHistory(uid);
  const dates = history.data?.pages.flatMap(({ list }) => list);
  return (
    <Card title={t('history')} flush>
      {history.isPending && <Skeleton shape="row" count={2} />}
      {history.error && !dates && (
        <ErrorState
          title={t('historyFailed')}
          text={failureText(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
      {dates?.length === 0 && <p className="px-5 pb-5 text-text-muted">{t('noHistory')}</p>}
      <ul className="divide-y divide-line">
        {dates?.map((date) => (
          <li key={date.day}>
            <PastDate date={date} />
          </li>
        ))}
      </ul>
      {history.hasNextPage && (
        <div className="p-4 text-center">
          <Button kind="secondary" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function PastDate({ date: { payDay, state, amount, reference, failure, paymentUid } }: { date: OccurrenceView }) {
  const t = useTranslations('standingOrder.detail');
  const { day } = usePlanTexts();
  const reach = useReachableAddress();
  const payment = paymentUid ? reach(paths.paymentDetail(paymentUid)) : undefined;
  return (
    <div className="flex items-center justify-between gap-4 px-5 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{day(payDay)}</p>
        <p className="text-small text-text-muted">{failure?.message ?? reference}</p>
        {payment && (
          <Link to={payment} className={`${linkClass} text-small`}>
            {t('payment')}
            <span className="sr-only"> {day(payDay)}</span>
          </Link>
        )}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        <MoneyAmount value={amount} className="font-semibold" />
        <DateStatus state={state} />
      </div>
    </div>
  );
}

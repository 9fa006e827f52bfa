import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { CalendarClock, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StandingOrderDetail } from './StandingOrderDetail.tsx';
import { StandingOrderRow } from './StandingOrderRow.tsx';
import { isFinal } from './StandingOrderStatus.tsx';
import { standingOrdersQuery } from './standing-order.api.ts';
import { useCanEdit } from './use-can-edit.ts';

export function StandingOrderPage() {
  const t = useTranslations('standingOrder');
  useSetPageTitle(t('title'));
  const { order }: { order?: string } = useSearch({ strict: false });
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      {order ? <StandingOrderDetail key={order} uid={order} /> : <OrderList />}
    </div>
  );
}

function OrderList() {
  const t = useTranslations('standingOrder');
  const orders = useQuery(standingOrdersQuery);
  if (orders.error && !orders.data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(orders.error)} onRetry={() => void orders.refetch()} />
      </Card>
    );
  if (!orders.data) return <Skeleton shape="card" count={2} />;
  const ended = orders.data.filter(({ state }) => isFinal(state));
  const live = orders.data.filter(({ state }) => !isFinal(state));
  return (
    <>
      <PageIntro action={<AddLink />}>{t('about')}</PageIntro>
      {live.length === 0 && (
        <Card>
          <EmptyState title={t('none')} icon={<CalendarClock size={22} />}>
            {t('noneText')}
          </EmptyState>
        </Card>
      )}
      <OrderRows orders={live} />
      {ended.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-h2 font-bold">{t('ended')}</h2>
          <OrderRows orders={ended} />
        </section>
      )}
    </>
  );
}

function AddLink() {
  const t = useTranslations('standingOrder');
  if (!useCanEdit()) return null;
  return (
    <OwnLink address={paths.standingOrderAdd} className={buttonClass()}>
      <Plus size={18} />
      {t('add')}
    </OwnLink>
  );
}

const OrderRows = ({ orders }: { orders: StandingOrderView[] }) =>
  orders.length > 0 && (
    <ul className="grid gap-4">
      {orders.map((order) => (
        <li key={order.uid}>
          <StandingOrderRow order={order} />
        </li>
      ))}
    </ul>
  );

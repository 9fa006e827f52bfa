import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { loadChunk } from '../../ui/chunk.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { type Transaction, TransactionList } from '../../ui/TransactionList.tsx';
import { PaymentStatePill } from './PaymentStatePill.tsx';
import { activityQuery } from './statement.api.ts';
import { useLineTexts } from './use-line-texts.ts';
import { useNewIds } from './use-new-ids.ts';
import { useOpenedLine } from './use-opened-line.ts';

const LineDrawer = lazy(async () => ({ default: (await loadChunk(import('./LineDrawer.tsx'))).LineDrawer }));

export const ClosingPack = lazy(async () => ({ default: (await loadChunk(import('./ClosingPack.tsx'))).ClosingPack }));

type Props = { emptyText: string; withStatement: boolean };

export function RecentActivity({ emptyText, withStatement }: Props) {
  const t = useTranslations('activity');
  const { data, isPending, error, refetch, dataUpdatedAt } = useQuery(activityQuery);
  const now = useNow({ updateInterval: 60_000 });
  const { opened, open, close } = useOpenedLine();
  const fresh = useNewIds(data?.map(({ uid }) => uid));
  const line = data?.find(({ uid }) => uid === opened);
  const { inList } = useLineTexts();
  const rows = data?.map((item): Transaction => {
    const named =
      item.pending && item.paymentUid
        ? { ...item, type: t('payment', { currency: item.exchange?.bought.currency ?? item.currency }) }
        : item;
    const taken = item.cardPayment?.amount;
    return {
      ...inList(named),
      ...(taken && { otherAmount: taken }),
      status: <PaymentStatePill item={item} />,
      isNew: fresh.has(item.uid),
    };
  });
  return (
    <Card
      title={t('title')}
      flush
      action={
        withStatement && (
          <Link to={paths.statement} className={linkClass}>
            {t('all')}
          </Link>
        )
      }
    >
      {isPending && <Skeleton shape="row" count={5} className="grid gap-3 px-5 pb-5" />}
      {error && !data && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {error && data && (
        <div className="px-5 pb-3">
          <StaleNotice at={new Date(dataUpdatedAt)} onRetry={() => void refetch()} />
        </div>
      )}
      {rows?.length === 0 && <EmptyState title={t('empty')}>{emptyText}</EmptyState>}
      {rows && rows.length > 0 && <TransactionList transactions={rows} now={now} onOpen={open} />}
      {line && (
        <Suspense>
          <LineDrawer
            line={line}
            title={inList(line).title}
            settled={!line.pending}
            state={<PaymentStatePill item={line} />}
            onClose={close}
          />
        </Suspense>
      )}
    </Card>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { BellOff, CheckCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useLivePaused } from '../../platform/live/live.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { NotificationList } from './NotificationList.tsx';
import { type NotificationFilter, useMarkRead, useNotifications } from './notification.api.ts';

export function NotificationPage() {
  const t = useTranslations('notification');
  useSetPageTitle(t('title'));
  const query: { filter?: string } = useSearch({ strict: false });
  const filter: NotificationFilter = query.filter === 'unread' ? 'unread' : 'all';
  const navigate = useNavigate();
  const show = (chosen: NotificationFilter) =>
    void navigate({ to: '.', search: { filter: chosen === 'unread' ? chosen : undefined }, resetScroll: false });
  const { data, isLoading, error, refetch, dataUpdatedAt, ...more } = useNotifications(filter);
  const mark = useMarkRead();
  const paused = useLivePaused();
  const list = data?.pages.flatMap((page) => page.list);
  const newest = list?.[0];
  const hasUnread = list?.some(({ readAt }) => readAt === null) === true;
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      {paused && (
        <Notice kind="warning" title={t('paused')}>
          {t('pausedText')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('filter.label')}
          value={filter}
          onChange={show}
          options={(['all', 'unread'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
        {hasUnread && newest && (
          <Button
            kind="quiet"
            icon={<CheckCheck size={18} />}
            busy={mark.isPending && mark.variables.all === true}
            busyLabel={t('marking')}
            // Marks only up to the newest displayed one, so that later arrivals stay unread.
            onClick={() => mark.mutate({ all: true, before: newest.createdAt })}
          >
            {t('markAll')}
          </Button>
        )}
        <p role="status" className="sr-only">
          {mark.isSuccess && mark.variables.all && t('marked')}
        </p>
      </div>
      {error && list && <StaleNotice at={new Date(dataUpdatedAt)} onRetry={() => void refetch()} />}
      <Card flush>
        {isLoading && <Skeleton shape="row" count={5} className="grid gap-3 p-5" />}
        {error && !list && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
        {list?.length === 0 && <NoNotifications filter={filter} onShowAll={() => show('all')} />}
        {list && list.length > 0 && (
          <NotificationList
            list={list}
            onRead={(uid) => mark.mutate({ uids: [uid] })}
            onMore={more.hasNextPage ? () => void more.fetchNextPage() : undefined}
            loadingMore={more.isFetchingNextPage}
          />
        )}
      </Card>
    </div>
  );
}

function NoNotifications({ filter, onShowAll }: { filter: NotificationFilter; onShowAll: () => void }) {
  const t = useTranslations('notification');
  if (filter === 'all') {
    return (
      <EmptyState title={t('empty')} icon={<BellOff size={22} />}>
        {t('emptyText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('noneUnread')}
      icon={<CheckCheck size={22} />}
      action={
        <Button kind="secondary" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    >
      {t('noneUnreadText')}
    </EmptyState>
  );
}

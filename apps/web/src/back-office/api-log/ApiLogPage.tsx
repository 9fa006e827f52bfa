import type { ApiCall } from '@larkmere/contract/back-office/api-log';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRowKeys } from '../parts/parts.ts';
import { type CallFilter, callsQuery, resendsQuery } from './api-log.api.ts';
import { CallFilters, type Filters, initialFilters } from './CallFilters.tsx';
import { CallPanel } from './CallPanel.tsx';
import { CallTable } from './CallTable.tsx';
import { WaitingResend } from './ResendPart.tsx';

const typingMs = 300;
const liveMs = 3000;
const slowMs = 1000;

const toFilter = ({ minutes, direction, partner, outcome, isSlow }: Filters, text: string): CallFilter => ({
  minutes,
  ...(text && { search: text }),
  ...(direction !== 'all' && { direction }),
  ...(partner && { partner }),
  ...(outcome !== 'all' && { outcome }),
  ...(isSlow && { minLatencyMs: slowMs }),
});

/** Calls of clients and to partners. The address keeps the chosen call; live stops while one is chosen. */
export function ApiLogPage() {
  const t = useTranslations('manageApiLog');
  useSetPageTitle(t('title'));
  const { call: chosenId }: { call?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [filters, setFilters] = useState(initialFilters);
  const text = useDebounced(filters.text.trim(), typingMs);
  const query = useInfiniteQuery({
    ...callsQuery(toFilter(filters, text)),
    refetchInterval: filters.isLive && !chosenId ? liveMs : false,
  });
  const pages = query.data?.pages ?? [];
  const calls = pages.flatMap(({ list }) => list);
  const chosen = calls.find(({ id }) => id === chosenId);
  const choose = (id?: string) => void navigate({ to: '.', search: id ? { call: id } : {}, replace: true });
  const step = (by: 1 | -1) => {
    const place = calls.findIndex(({ id }) => id === chosenId);
    choose((calls[place + by] ?? calls[place])?.id);
  };
  useRowKeys({ move: step, close: () => choose() });
  return (
    <div className={chosen ? 'grid gap-5 xl:grid-cols-[minmax(0,1fr)_28.75rem]' : ''}>
      <div className={`grid content-start gap-4 ${chosen ? 'max-xl:hidden' : ''}`}>
        <CallFilters
          filters={filters}
          partners={pages[0]?.partners ?? []}
          onChange={(change) => setFilters((before) => ({ ...before, ...change }))}
        />
        <WaitingResends />
        {query.error ? (
          <ErrorState title={t('failedToLoad')} text={failureText(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Calls query={query} calls={calls} chosen={chosen?.id} onChoose={choose} />
        )}
      </div>
      {chosen && (
        <CallPanel
          call={chosen}
          onStep={step}
          onSearch={(found) => setFilters({ ...initialFilters, minutes: filters.minutes, text: found })}
          onClose={() => choose()}
        />
      )}
    </div>
  );
}

type CallsProps = {
  query: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'isPending' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  > & { data: { pages: { total: number; failed: number }[] } | undefined };
  calls: readonly ApiCall[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

function Calls({ query, calls, chosen, onChoose }: CallsProps) {
  const t = useTranslations('manageApiLog');
  const [first] = query.data?.pages ?? [];
  if (!first) return <Skeleton shape="row" count={8} />;
  return (
    <Card flush>
      {calls.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      ) : (
        <CallTable calls={calls} chosen={chosen} onChoose={onChoose} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <p role="status" className="text-small text-text-muted">
          {t('count', { total: first.total, failed: String(first.failed) })}
        </p>
        {query.hasNextPage && (
          <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function WaitingResends() {
  const t = useTranslations('manageApiLog.resend');
  const { data } = useQuery(resendsQuery);
  if (!data || data.list.length === 0) return null;
  return (
    <Card title={t('queue')}>
      <div className="grid gap-3">
        {data.list.map((request) => (
          <WaitingResend key={request.uid} request={request} />
        ))}
      </div>
    </Card>
  );
}

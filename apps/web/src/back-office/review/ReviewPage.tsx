import { allows } from '@larkmere/contract/back-office/permissions';
import type { ReviewQueue, ReviewRow } from '@larkmere/contract/back-office/review-queue';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { Liveness, staffPaths, useRowKeys } from '../parts/parts.ts';
import { BulkBar } from './BulkBar.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import { groupByDay, isOnTab, matchesFilter, type ReviewTab, reviewTabs } from './review-groups.ts';
import { KeyHint, Shortcuts } from './Shortcuts.tsx';
import { reviewQueueQuery, useTakeNext } from './staff-review.api.ts';
import { usePageKeys } from './use-page-keys.ts';

const liveMs = 10_000;

/** Payments that wait for a person, by the time to decide. */
export function ReviewPage() {
  const t = useTranslations('manageReview');
  useSetPageTitle(t('title'));
  const [isPaused, setPaused] = useState(false);
  const refetchInterval = isPaused ? false : liveMs;
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...reviewQueueQuery, refetchInterval });
  if (!data)
    return error ? (
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton shape="row" count={10} />
    );
  return (
    <Queue queue={data}>
      <Liveness at={dataUpdatedAt} isFailing={error !== null} isPaused={isPaused} onPause={setPaused} />
    </Queue>
  );
}

const toTab = (text: unknown): ReviewTab => reviewTabs.find((tab) => tab === text) ?? 'all';

function Queue({ queue, children }: { queue: ReviewQueue; children: ReactNode }) {
  const t = useTranslations('manageReview');
  const canAct = allows(useStaffSession().permissions, ['payment_review', 'act']);
  const navigate = useNavigate();
  const { tab: inAddress }: { tab?: string } = useSearch({ strict: false });
  const tab = toTab(inAddress);
  const now = useNow({ updateInterval: 30_000 }).getTime();
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const moment = { now, today: queue.today };
  const rows = queue.list.filter((row) => isOnTab(row, tab, moment) && matchesFilter(row, filter));
  const groups = groupByDay(rows, moment);
  const order = groups.flatMap(([, list]) => list);
  const place = order.findIndex(({ uid }) => uid === active);
  const open = ({ uid }: ReviewRow) =>
    void navigate({ to: staffPaths.reviewCase(uid), search: tab === 'all' ? {} : { tab } });
  const toggle = (uid: string) => setChosen((before) => toggled(before, uid));
  const next = useTakeNextPayment();
  useRowKeys({
    move: (step) => {
      const to = order[Math.max(0, place + step)] ?? order.at(-1);
      setActive(to?.uid);
      if (to) document.getElementById(`review-${to.uid}`)?.scrollIntoView({ block: 'nearest' });
    },
    close: () => setActive(undefined),
  });
  usePageKeys({
    n: canAct ? next.take : undefined,
    f: () => box.current?.querySelector('input')?.focus(),
    Enter: order[place] && (() => open(order[place] as ReviewRow)),
    ' ': canAct && active !== undefined && place >= 0 ? () => toggle(active) : undefined,
  });
  const chooseTab = (to: ReviewTab) =>
    void navigate({ to: '.', search: to === 'all' ? {} : { tab: to }, replace: true });
  const picked = order.filter(({ uid }) => chosen.has(uid));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <TabBar queue={queue} tab={tab} moment={moment} onChoose={chooseTab} />
        <div ref={box} className="ml-auto w-full sm:w-52">
          <SearchInput label={t('filter')} placeholder={t('filter')} value={filter} onChange={setFilter} />
        </div>
        {canAct && (
          <Button busy={next.sending} onClick={next.take} className="min-h-12 max-sm:w-full">
            {t('takeNext')} <KeyHint name="n" />
          </Button>
        )}
      </div>
      <SubmitNotice submission={next} refusedTitle={t('bar.failed')} retryText={t('actions.again')} />
      {order.length === 0 ? (
        <EmptyState title={t(queue.list.length === 0 ? 'none' : 'noneFound')}>
          {t(queue.list.length === 0 ? 'noneText' : 'noneFoundText')}
        </EmptyState>
      ) : (
        <Card flush>
          <ReviewTable
            groups={groups}
            now={now}
            active={active}
            chosen={chosen}
            canChoose={canAct}
            onToggle={toggle}
            tab={tab}
          />
        </Card>
      )}
      {queue.hasMore && <p className="text-small text-text-muted">{t('more', { count: String(queue.list.length) })}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {children}
        <ListShortcuts />
      </div>
      {canAct && picked.length > 0 && (
        <BulkBar rows={picked} colleagues={queue.colleagues} onDone={() => setChosen(new Set())} />
      )}
    </div>
  );
}

function toggled(before: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(uid)) after.add(uid);
  return after;
}

function useTakeNextPayment() {
  const t = useTranslations('manageReview');
  const navigate = useNavigate();
  const next = useTakeNext();
  const sending = useIdempotentRequest(next.mutateAsync, ({ uid }) => {
    if (uid) void navigate({ to: staffPaths.reviewCase(uid) });
    else showToast({ kind: 'info', text: t('nothingNext') });
  });
  const take = () => {
    if (!sending.sending) void sending.send({ idempotency: sending.key });
  };
  return { ...sending, take };
}

type TabProps = {
  queue: ReviewQueue;
  tab: ReviewTab;
  moment: { now: number; today: string };
  onChoose: (tab: ReviewTab) => void;
};

function TabBar({ queue, tab, moment, onChoose }: TabProps) {
  const t = useTranslations('manageReview');
  return (
    <fieldset className="flex max-w-full min-w-0 overflow-x-auto">
      <legend className="sr-only">{t('tabs')}</legend>
      {reviewTabs.map((each) => {
        const count = queue.list.filter((row) => isOnTab(row, each, moment)).length;
        const isLate = each === 'today' && count > 0;
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === tab}
            onClick={() => onChoose(each)}
            className="flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-2.5 text-small font-semibold whitespace-nowrap text-text-muted -outline-offset-3 hover:text-text aria-pressed:border-brand aria-pressed:text-brand-text"
          >
            {t(`tab.${each}`)}
            <span
              className={`figures rounded-small px-1.5 text-caption ${isLate ? 'bg-warning-soft text-warning' : 'bg-sunken text-text-muted'}`}
            >
              {count}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

function ListShortcuts() {
  const t = useTranslations('manageReview.keys.list');
  const keys = [
    ['n', t('n')],
    ['j', t('j')],
    ['k', t('k')],
    ['Enter', t('enter')],
    ['Space', t('space')],
    ['f', t('f')],
    ['c', t('c')],
    ['q', t('q')],
    ['?', t('help')],
  ] as const;
  return <Shortcuts keys={keys} />;
}

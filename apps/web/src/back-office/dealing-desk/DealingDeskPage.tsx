import { allows } from '@larkmere/contract/back-office/permissions';
import type { DealingDesk } from '@larkmere/contract/fx/manual-fx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Liveness, useIsNarrow, useRowKeys } from '../parts/parts.ts';
import { Blotter } from './Blotter.tsx';
import { DealPanel } from './DealPanel.tsx';
import { groupByStage, toBlotter } from './deal-stages.ts';
import { deskQuery } from './dealing-desk.api.ts';
import { PositionCard } from './PositionCard.tsx';
import { RateTicker } from './RateTicker.tsx';
import { RequestList } from './RequestList.tsx';

const liveMs = 4000;

/** Requests by stage, the chosen one with its quote, the positions, and the deals of the day. */
export function DealingDeskPage() {
  const t = useTranslations('manageDealingDesk');
  useSetPageTitle(t('title'));
  const [isPaused, setPaused] = useState(false);
  const refetchInterval = isPaused ? false : liveMs;
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...deskQuery, refetchInterval });
  if (!data)
    return error ? (
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton shape="card" count={3} />
    );
  return (
    <Desk desk={data} refetchInterval={refetchInterval} onExpired={() => void refetch()}>
      <Liveness at={dataUpdatedAt} isFailing={error !== null} isPaused={isPaused} onPause={setPaused} />
    </Desk>
  );
}

type Props = { desk: DealingDesk; refetchInterval: number | false; onExpired: () => void; children: ReactNode };

function Desk({ desk, refetchInterval, onExpired, children }: Props) {
  const canAct = allows(useStaffSession().permissions, ['dealing_desk', 'act']);
  const now = useNow({ updateInterval: 1000 }).getTime();
  const isNarrow = useIsNarrow();
  const groups = groupByStage(desk.list, now);
  const order = groups.flatMap(([, deals]) => deals.map(({ uid }) => uid));
  const { chosen, choose } = useChosenDeal(order, isNarrow);
  const deal = [...desk.list, ...desk.settledToday].find(({ uid }) => uid === chosen);
  const back = isNarrow ? () => choose() : undefined;
  const panel = deal ? (
    <DealPanel key={deal.uid} deal={deal} limit={desk.limit} canAct={canAct} now={now} onBack={back} />
  ) : (
    <NoDeal hasEnded={chosen !== undefined} onBack={back} />
  );
  // The panel keeps its place, so that what is typed survives when a tablet is turned.
  const isAlone = isNarrow && chosen !== undefined;
  return (
    <div className="grid gap-4">
      {!isAlone && <RateTicker desk={desk}>{children}</RateTicker>}
      <div
        className={`grid items-start gap-4 ${isAlone ? '' : 'md:grid-cols-[15.75rem_minmax(0,1fr)] xl:grid-cols-[15.75rem_minmax(0,1fr)_17rem]'}`}
      >
        {!isAlone && <RequestList groups={groups} chosen={chosen} now={now} onChoose={choose} onExpired={onExpired} />}
        {(isAlone || !isNarrow) && panel}
        {!isAlone && (
          <div className="grid items-start gap-4 md:col-span-2 md:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
            <PositionCard desk={desk} canAct={canAct} refetchInterval={refetchInterval} />
          </div>
        )}
      </div>
      {!isAlone && <Blotter rows={toBlotter(desk.list, desk.settledToday)} chosen={chosen} onChoose={choose} />}
    </div>
  );
}

/**
 * The address keeps the choice. Without one, wide windows open the first request, and stay with it when others move
 * before it, so that nothing typed is lost.
 */
function useChosenDeal(order: readonly string[], isNarrow: boolean) {
  const { deal: inAddress }: { deal?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first, setFirst] = useState<string>();
  if (first === undefined && order[0] !== undefined) setFirst(order[0]);
  const chosen = inAddress ?? (isNarrow ? undefined : first);
  const choose = (uid?: string) =>
    void navigate({ to: '.', search: uid ? { deal: uid } : {}, replace: !isNarrow, resetScroll: isNarrow });
  useRowKeys({
    move: (step) => {
      const place = order.indexOf(chosen ?? '');
      const next = order[place + step] ?? order[place];
      if (next) choose(next);
    },
    close: () => isNarrow && choose(),
  });
  return { chosen, choose };
}

function NoDeal({ hasEnded, onBack }: { hasEnded: boolean; onBack: (() => void) | undefined }) {
  const t = useTranslations('manageDealingDesk.deal');
  return (
    <Card>
      <EmptyState title={t(hasEnded ? 'ended' : 'none')}>{hasEnded && t('endedText')}</EmptyState>
      {onBack && (
        <Button kind="secondary" wide onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </Card>
  );
}

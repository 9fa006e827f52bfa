import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import type { ReviewQueue, ReviewRow } from '@larkmere/contract/back-office/review-queue';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { linkClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PaymentDocument } from '../document/document.ts';
import { staffPaths } from '../parts/parts.ts';
import { CaseHeader } from './CaseHeader.tsx';
import { CustomerColumn } from './CustomerColumn.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { EvidenceColumn } from './EvidenceColumn.tsx';
import { isOwnStepRecent } from './own-step.ts';
import { PaymentColumn } from './PaymentColumn.tsx';
import { groupByDay, isOnTab, reviewTabs } from './review-groups.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { reviewCaseQuery, reviewQueueQuery } from './staff-review.api.ts';
import { usePageKeys } from './use-page-keys.ts';

const liveMs = 10_000;

/** A payment in review: the order, its customer, the evidence, and the decision. */
export function ReviewCasePage() {
  const t = useTranslations('manageReview');
  useSetPageTitle(t('title'));
  const { paymentuid: uid = '' }: { paymentuid?: string } = useParams({ strict: false });
  return <CaseOf key={uid} uid={uid} />;
}

function CaseOf({ uid }: { uid: string }) {
  const t = useTranslations('manageReview.case');
  const { data, error, refetch } = useQuery(reviewCaseQuery(uid));
  const queue = useQuery({ ...reviewQueueQuery, refetchInterval: liveMs });
  const row = queue.data?.list.find((each) => each.uid === uid);
  const changed = useChange(row, queue.dataUpdatedAt, () => void refetch());
  if (!data && error instanceof ApiError && error.status === 403)
    return (
      <EmptyState
        icon={<Lock size={28} />}
        title={t('compliance')}
        action={
          <Link to={staffPaths.review} className={linkClass}>
            {t('back')}
          </Link>
        }
      >
        {t('complianceText')}
      </EmptyState>
    );
  if (!data && error)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="card" count={3} />;
  return <Case shown={data} queue={queue.data} row={row} isChanged={changed} />;
}

type Seen = Readonly<{ revision?: string; changes: number; isNews: boolean }>;

/** The list is polled anyway: when the payment changes there, its page is loaded again. */
function useChange(row: ReviewRow | undefined, at: number, reload: () => void): boolean {
  const [seen, setSeen] = useState<Seen>({ changes: 0, isNews: false });
  const revision = at > 0 ? (row?.revision ?? 'gone') : undefined;
  if (revision !== undefined && revision !== seen.revision) {
    const isFirst = seen.revision === undefined;
    setSeen({
      revision,
      changes: isFirst ? 0 : seen.changes + 1,
      isNews: seen.isNews || !(isFirst || isOwnStepRecent()),
    });
  }
  const onChange = useEffectEvent(reload);
  useEffect(() => {
    if (seen.changes > 0) onChange();
  }, [seen.changes]);
  return seen.isNews;
}

type Props = {
  shown: ReviewCase;
  queue: ReviewQueue | undefined;
  row: ReviewRow | undefined;
  isChanged: boolean;
};

function Case({ shown, queue, row, isChanged }: Props) {
  const t = useTranslations('manageReview');
  const states = useTranslations('paymentStatus');
  const { payment, customer, evidence, desk, timeline } = shown;
  const [document, setDocument] = useState<string>();
  const place = usePlace(queue, payment.uid);
  const opened = evidence.documents.find(({ uid }) => uid === document);
  const [first] = evidence.documents;
  usePageKeys({
    v: first && (() => setDocument(document === undefined ? first.uid : undefined)),
    '[': () => place.go(place.previous),
    ']': () => place.go(place.next),
  });
  const isWaiting = payment.state === 'in_review' || payment.state === 'info_required';
  return (
    <div className="grid min-h-[calc(100dvh-6.5rem)] grid-rows-[auto_1fr_auto] gap-4">
      <div className="grid gap-3">
        <CaseHeader shown={shown} row={row} place={place} />
        {isChanged && <Notice kind="info" title={t('case.changed')} />}
        {!isWaiting && (
          <Notice kind="info" title={t('case.decided')}>
            {t('case.decidedText', { state: states(payment.state) })}
          </Notice>
        )}
        {opened && (
          <PaymentDocument
            id={customer.uid}
            payment={{
              payeeName: payment.payee,
              payeeReference: payment.payeeReference,
              amount: payment.amount,
              reference: payment.reference,
              documents: evidence.documents,
            }}
            document={opened}
            onChoose={setDocument}
            onClose={() => setDocument(undefined)}
          />
        )}
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1.08fr)] xl:items-stretch">
        <PaymentColumn payment={payment} timeline={timeline} mayDecide={desk.mayDecide} />
        <CustomerColumn customer={customer} amount={payment.amount} />
        <EvidenceColumn evidence={evidence} customerName={customer.name} onView={setDocument} />
        <div className="md:col-span-2 xl:col-span-3">
          <CaseShortcuts />
        </div>
      </div>
      {isWaiting && <DecisionBar key={`${desk.stage}${desk.recommendation?.look?.at}`} shown={shown} />}
    </div>
  );
}

export type CasePlace = Readonly<{
  text: { place: number; count: number } | undefined;
  previous: string | undefined;
  next: string | undefined;
  go: (uid: string | undefined) => void;
}>;

/** The neighbours on the list from which the payment was opened. */
function usePlace(queue: ReviewQueue | undefined, uid: string): CasePlace {
  const navigate = useNavigate();
  const { tab = 'all' }: { tab?: string } = useSearch({ strict: false });
  const now = useNow({ updateInterval: 30_000 }).getTime();
  const moment = { now, today: queue?.today ?? '' };
  const list = reviewTabs.find((each) => each === tab) ?? 'all';
  const rows = (queue?.list ?? []).filter((row) => row.uid === uid || isOnTab(row, list, moment));
  const order = groupByDay(rows, moment).flatMap(([, each]) => each.map((row) => row.uid));
  const place = order.indexOf(uid);
  return {
    text: place < 0 ? undefined : { place: place + 1, count: order.length },
    previous: place > 0 ? order[place - 1] : undefined,
    next: place < 0 ? order[0] : order[place + 1],
    go: (to) => to && void navigate({ to: staffPaths.reviewCase(to), search: list === 'all' ? {} : { tab: list } }),
  };
}

function CaseShortcuts() {
  const t = useTranslations('manageReview.keys.case');
  const keys = [
    ['r', t('r')],
    ['x', t('x')],
    ['q', t('q')],
    ['v', t('v')],
    ['[', t('previous')],
    [']', t('next')],
    ['Ctrl Enter', t('send')],
    ['?', t('help')],
  ] as const;
  return <Shortcuts keys={keys} />;
}

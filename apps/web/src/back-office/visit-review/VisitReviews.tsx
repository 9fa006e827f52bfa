import type { VisitReviewView } from '@larkmere/contract/back-office/visit-review';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffLink, StaffTable, staffPaths, TabQuery } from '../parts/parts.ts';
import { VisitReviewPanel } from './VisitReviewPanel.tsx';
import { visitReviewsQuery } from './visit-review.api.ts';

/** Visits that were drawn for a second person, those that wait first. */
export function VisitReviews() {
  const t = useTranslations('manageVisitReview');
  const [chosen, setChosen] = useState<string>();
  return (
    <TabQuery query={visitReviewsQuery}>
      {({ list }) => (
        <div className="grid gap-4">
          <p className="text-small text-text-muted">{t('about')}</p>
          {chosen && <VisitReviewPanel key={chosen} uid={chosen} onClose={() => setChosen(undefined)} />}
          <Card flush>
            {list.length === 0 ? (
              <EmptyState title={t('none')} />
            ) : (
              <ReviewTable list={list} chosen={chosen} onChoose={setChosen} />
            )}
          </Card>
        </div>
      )}
    </TabQuery>
  );
}

type TableProps = { list: readonly VisitReviewView[]; chosen: string | undefined; onChoose: (uid: string) => void };

function ReviewTable({ list, chosen, onChoose }: TableProps) {
  const t = useTranslations('manageVisitReview');
  const { at } = useDateTimeTexts();
  return (
    <StaffTable<VisitReviewView>
      caption={t('title')}
      rows={list}
      keyOf={({ uid }) => uid}
      chosen={chosen}
      columns={[
        {
          key: 'visitor',
          title: t('visitor'),
          cell: ({ staffName, openedAt }) => (
            <span className="grid">
              <strong className="font-semibold">{staffName}</strong>
              <span className="text-text-muted">{at(openedAt)}</span>
            </span>
          ),
        },
        {
          key: 'customer',
          title: t('customer'),
          cell: ({ customer, personName }) => (
            <span className="grid justify-items-start">
              <StaffLink to={staffPaths.customer(customer.uid)} className={linkClass}>
                {customer.name}
              </StaffLink>
              {personName !== customer.name && <span className="text-text-muted">{personName}</span>}
            </span>
          ),
        },
        {
          key: 'ground',
          title: t('ground'),
          cell: ({ basis, mode }) => `${t(`basis.${basis}`)} · ${t(`mode.${mode}`)}`,
        },
        {
          key: 'reason',
          title: t('reason'),
          cell: ({ ticket, reason }) => (
            <span className="wrap-anywhere">
              <strong className="font-semibold">{ticket}</strong>: {reason}
            </span>
          ),
        },
        {
          key: 'state',
          title: t('state'),
          cell: (review) => (
            <span className="grid justify-items-start gap-1">
              <ReviewState review={review} />
              <LinkButton onClick={() => onChoose(review.uid)}>{t(review.canReview ? 'review' : 'look')}</LinkButton>
            </span>
          ),
        },
      ]}
    />
  );
}

function ReviewState({ review: { result, dueAt, isOverdue, isOwn } }: { review: VisitReviewView }) {
  const t = useTranslations('manageVisitReview');
  const { at } = useDateTimeTexts();
  if (result)
    return (
      <>
        <StatusPill kind={result.outcome === 'fine' ? 'success' : 'danger'}>
          {t(`outcome.${result.outcome}`)}
        </StatusPill>
        <span className="text-caption text-text-muted">{t('by', { name: result.by, when: at(result.at) })}</span>
      </>
    );
  return (
    <>
      <span className={isOverdue ? 'font-semibold text-warning' : ''}>
        {t(isOverdue ? 'overdue' : 'due', { when: at(dueAt) })}
      </span>
      {isOwn && <span className="text-caption text-text-muted">{t('own')}</span>}
    </>
  );
}

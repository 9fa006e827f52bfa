import type { contract } from '@larkmere/contract/contract';
import type { PublishedReview } from '@larkmere/contract/customers/public-review';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { formatDate } from '../../ui/date-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { publishedReviewsQuery } from './public-review.api.ts';
import { Stars } from './Stars.tsx';

/** In a frame on the firm’s other sites: no session and nothing to click. */
export function EmbeddedReviewPage() {
  const t = useTranslations('publicReview.page');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(publishedReviewsQuery);
  return (
    <>
      <h1 className="mb-3 text-h2 font-bold">{t('title')}</h1>
      {error && !data && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="row" count={4} />}
      {data && <Reviews {...data} />}
    </>
  );
}

function Reviews({ count, average, counts, list }: Reply<typeof contract.publicReview.published>) {
  const t = useTranslations('publicReview.page');
  if (average === null) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>;
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:gap-8">
        <div>
          <p className="figures text-display font-bold">{t('average', { average })}</p>
          <Stars rating={Math.round(Number(average))} size={20} />
          <p className="mt-1 text-small text-text-muted">{t('count', { count })}</p>
        </div>
        <ul className="grid gap-1.5">
          {counts.map(({ rating, count: given }) => (
            <li key={rating} className="grid grid-cols-[3.5rem_minmax(0,1fr)_2.5rem] items-center gap-3 text-small">
              <span className="sr-only">{t('share', { rating, count: String(given) })}</span>
              <span aria-hidden>{rating} ★</span>
              <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${(100 * given) / count}%` }} />
              </span>
              <span aria-hidden className="figures text-right text-text-muted">
                {given}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {list.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {list.map((review) => (
            <ReviewCard key={review.uid} {...review} />
          ))}
        </ul>
      )}
      <p className="text-small text-text-muted">{t('how')}</p>
    </div>
  );
}

function ReviewCard({ rating, text, name, writtenAt }: PublishedReview) {
  const t = useTranslations('publicReview.page');
  const locale = useLocale();
  return (
    <li className="grid content-start gap-2 rounded-card border border-line bg-surface p-5">
      <Stars rating={rating} />
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <p className="text-small text-text-muted">
        {name ?? t('anonymous')} · {formatDate(new Date(writtenAt), locale)}
      </p>
    </li>
  );
}

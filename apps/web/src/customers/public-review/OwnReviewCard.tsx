import type { OwnReview } from '@larkmere/contract/customers/public-review';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { ownReviewQuery, useRemoveReview } from './public-review.api.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { Stars } from './Stars.tsx';

export function OwnReviewCard() {
  const t = useTranslations('publicReview.card');
  const ui = useTranslations('ui');
  const { data, error, refetch } = useQuery(ownReviewQuery);
  const [isWriting, setIsWriting] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  if (error && !data)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="card" count={1} />;
  const { review } = data;
  const stop = () => setIsWriting(false);
  return (
    <Card title={t('title')} className="grid gap-3">
      {!review && <p className="text-text-muted">{t('text')}</p>}
      {review && !isWriting && <Written review={review} />}
      {isWriting ? (
        <ReviewForm before={review} onDone={stop} cancel={{ label: ui('cancel'), onCancel: stop }} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => setIsWriting(true)}>
            {t(review ? 'change' : 'write')}
          </Button>
          {review && (
            <Button kind="secondary" onClick={() => setIsRemoving(true)}>
              {t('remove')}
            </Button>
          )}
        </div>
      )}
      {isRemoving && <RemoveDialog onClose={() => setIsRemoving(false)} />}
    </Card>
  );
}

function Written({ review: { rating, text, writtenAt, hiddenFor } }: { review: OwnReview }) {
  const t = useTranslations('publicReview.card');
  const locale = useLocale();
  return (
    <>
      {hiddenFor && <Notice kind="warning" title={t(`hidden.${hiddenFor}`)} />}
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars rating={rating} />
        {!hiddenFor && (
          <span className="text-small text-text-muted">
            {t('written', { day: formatDate(new Date(writtenAt), locale) })}
          </span>
        )}
      </p>
      <p className="whitespace-pre-line wrap-anywhere empty:hidden">{text}</p>
    </>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('publicReview.card');
  const removing = useIdempotentRequest(useRemoveReview().mutateAsync, () => {
    showToast({ kind: 'success', text: t('removed') });
    onClose();
  });
  return (
    <ConfirmDialog
      title={t('remove')}
      text={t('removeText')}
      confirmLabel={t('remove')}
      tone="danger"
      busy={removing.sending}
      onConfirm={() => void removing.send({ idempotency: removing.key })}
      onCancel={onClose}
    >
      <SubmitNotice submission={removing} refusedTitle={t('notRemoved')} retryText={t('again')} />
    </ConfirmDialog>
  );
}

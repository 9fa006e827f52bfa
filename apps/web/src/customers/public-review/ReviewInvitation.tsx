import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Card } from '../../ui/Card.tsx';
import { usePostponeReview } from './public-review.api.ts';
import { ReviewForm } from './ReviewForm.tsx';

/** On the home page of a customer who is due to be asked. */
export function ReviewInvitation() {
  const t = useTranslations('publicReview.invite');
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  const later = useIdempotentRequest(usePostponeReview().mutateAsync, () => {});
  if (!isOpen) return null;
  const postpone = () => {
    close();
    void later.send({ idempotency: later.key });
  };
  return (
    <Card title={t('title')} className="grid gap-3">
      <p className="text-text-muted">{t('text')}</p>
      <ReviewForm onDone={close} cancel={{ label: t('later'), onCancel: postpone }} />
    </Card>
  );
}

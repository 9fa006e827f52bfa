import { reviewTextMax } from '@larkmere/contract/customers/hiding-grounds';
import type { OwnReview } from '@larkmere/contract/customers/public-review';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useWriteReview } from './public-review.api.ts';
import { StarPicker } from './StarPicker.tsx';

type Props = { before?: OwnReview | null; onDone: () => void; cancel: { label: string; onCancel: () => void } };

export function ReviewForm({ before, onDone, cancel }: Props) {
  const t = useTranslations('publicReview.form');
  const [rating, setRating] = useState(before?.rating ?? 0);
  const [text, setText] = useState(before?.text ?? '');
  const [showsName, setShowsName] = useState(before?.showsName ?? false);
  const [tried, setTried] = useState(false);
  const sending = useIdempotentRequest(useWriteReview().mutateAsync, () => {
    showToast({ kind: 'success', text: t('sent') });
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (rating > 0) void sending.send({ rating, text: text.trim(), showsName, idempotency: sending.key });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <StarPicker value={rating} onChange={setRating} error={tried && rating === 0 ? t('ratingMissing') : undefined} />
      <Field label={t('text')} optional hint={t('textHint')}>
        <TextArea rows={4} maxLength={reviewTextMax} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Checkbox checked={showsName} onChange={({ target }) => setShowsName(target.checked)}>
        {t('showsName')}
      </Checkbox>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={sending.sending}>
          {t('send')}
        </Button>
        <Button kind="secondary" onClick={cancel.onCancel}>
          {cancel.label}
        </Button>
      </div>
    </form>
  );
}

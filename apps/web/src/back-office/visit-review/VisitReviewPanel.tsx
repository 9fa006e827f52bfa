import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { inWords, TabQuery } from '../parts/parts.ts';
import { useRecordReview, visitReviewQuery } from './visit-review.api.ts';

type File = Reply<typeof contract.visitReview.show>;

/** What was done in a visit, and what a second person says to it. */
export function VisitReviewPanel({ uid, onClose }: { uid: string; onClose: () => void }) {
  const t = useTranslations('manageVisitReview');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label={t('panel')} className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-h2 font-bold outline-none">
          {t('panel')}
        </h2>
        <IconButton label={t('close')} size="small" onClick={onClose}>
          <X size={18} />
        </IconButton>
      </div>
      <TabQuery query={visitReviewQuery(uid)}>{(file) => <Visit file={file} onDone={onClose} />}</TabQuery>
    </section>
  );
}

function Visit({ file, onDone }: { file: File; onDone: () => void }) {
  const t = useTranslations('manageVisitReview');
  const { at } = useDateTimeTexts();
  const { staffName, customer, ticket, reason, breakGlassReason, openedAt, endedAt, steps, result, canReview } = file;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-3 text-small">
        <p className="wrap-anywhere">
          {t('summary', { staff: staffName, customer: customer.name, from: at(openedAt), until: at(endedAt) })}{' '}
          <strong className="font-semibold">{ticket}</strong>: {reason}
        </p>
        {breakGlassReason && <Notice kind="warning">{t('breakGlass', { reason: breakGlassReason })}</Notice>}
        <ol aria-label={t('steps')} className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
          {steps.map(({ at: moment, action, call, isAllowed }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The list never changes its order.
            <li key={place} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span className={`wrap-anywhere ${isAllowed ? '' : 'font-semibold text-danger'}`}>
                {call ?? inWords(action)}
                {!isAllowed && ` · ${t('refused')}`}
              </span>
              <span className="figures text-text-muted">{at(moment)}</span>
            </li>
          ))}
          {steps.length === 0 && <li className="py-1.5 text-text-muted">{t('noSteps')}</li>}
        </ol>
      </div>
      {canReview && <ReviewForm uid={file.uid} onDone={onDone} />}
      {result && (
        <div className="grid gap-1 text-small">
          <strong className="font-semibold">{t(`outcome.${result.outcome}`)}</strong>
          {result.note && <p className="wrap-anywhere whitespace-pre-line">{result.note}</p>}
          <p className="text-text-muted">{t('by', { name: result.by, when: at(result.at) })}</p>
        </div>
      )}
      {file.isOwn && !result && <p className="text-small text-text-muted">{t('own')}</p>}
    </div>
  );
}

const shortest = 10;

function ReviewForm({ uid, onDone }: { uid: string; onDone: () => void }) {
  const t = useTranslations('manageVisitReview');
  const [outcome, setOutcome] = useState<'fine' | 'concern'>('fine');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const record = useRecordReview();
  const sending = useIdempotentRequest(record.mutateAsync, () => {
    showToast({ kind: 'success', text: t('recorded') });
    onDone();
  });
  const text = note.trim();
  const isShort = text.length < shortest && (outcome === 'concern' || text.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ uid, outcome, ...(text && { note: text }), idempotency: sending.key });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Segmented
        label={t('verdict')}
        value={outcome}
        onChange={setOutcome}
        options={(['fine', 'concern'] as const).map((value) => ({ value, label: t(`outcome.${value}`) }))}
      />
      <Field
        label={t('note')}
        optional={outcome === 'fine'}
        hint={t('noteHint')}
        error={tried && isShort ? t('noteMissing') : undefined}
      >
        <TextArea value={note} maxLength={1000} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <Button type="submit" kind={outcome === 'concern' ? 'danger' : 'primary'} busy={sending.sending}>
        {t(outcome === 'concern' ? 'recordConcern' : 'recordFine')}
      </Button>
    </form>
  );
}

import { allows } from '@larkmere/contract/back-office/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { notesQuery, useAddNote } from './customer.api.ts';

export function NotesTab({ id }: { id: string }) {
  const { permissions } = useStaffSession();
  return (
    <div className="grid gap-4">
      {allows(permissions, ['customer_details', 'act']) && <NoteForm id={id} />}
      <Notes id={id} />
    </div>
  );
}

function Notes({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.note');
  const failed = useTranslations('manageCustomer')('failed');
  const { at } = useDateTimeTexts();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(notesQuery(id));
  if (!data)
    return error ? (
      <ErrorState title={failed} text={failureText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton shape="row" count={5} />
    );
  const notes = data.pages.flatMap(({ list }) => list);
  return (
    <Card>
      {notes.length === 0 && <EmptyState title={t('none')} />}
      <ul className="divide-y divide-line">
        {notes.map(({ uid, body, by, at: moment, isSupportNeed, isConfidential }) => (
          <li key={uid} className="grid justify-items-start gap-1 py-3 first:pt-0 last:pb-0">
            {isSupportNeed && <StatusPill kind="warning">{t('need')}</StatusPill>}
            {isConfidential && <StatusPill kind="danger">{t('confidential')}</StatusPill>}
            <p className="wrap-anywhere whitespace-pre-line">{body}</p>
            <p className="text-small text-text-muted">
              {by} · {at(moment)}
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="secondary" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  );
}

function NoteForm({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.note');
  const [body, setBody] = useState('');
  const [isSupportNeed, setIsSupportNeed] = useState(false);
  const [isConfidential, setIsConfidential] = useState(false);
  const [tried, setTried] = useState(false);
  const add = useAddNote(id);
  const sending = useIdempotentRequest(add.mutateAsync, () => {
    showToast({ kind: 'success', text: t('added') });
    setBody('');
    setIsSupportNeed(false);
    setIsConfidential(false);
    setTried(false);
  });
  const isShort = body.trim().length < 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ id, body: body.trim(), isSupportNeed, isConfidential, idempotency: sending.key });
  };
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('body')} hint={t('bodyHint')} error={tried && isShort ? t('bodyMissing') : undefined}>
          <TextArea value={body} maxLength={2000} onChange={({ target }) => setBody(target.value)} />
        </Field>
        <Checkbox
          checked={isSupportNeed}
          disabled={isConfidential}
          onChange={({ target }) => setIsSupportNeed(target.checked)}
        >
          {t('isNeed')}
        </Checkbox>
        <Checkbox
          checked={isConfidential}
          disabled={isSupportNeed}
          onChange={({ target }) => setIsConfidential(target.checked)}
        >
          {t('isConfidential')}
        </Checkbox>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
        <Button type="submit" className="justify-self-start" busy={sending.sending}>
          {t('add')}
        </Button>
      </form>
    </Card>
  );
}

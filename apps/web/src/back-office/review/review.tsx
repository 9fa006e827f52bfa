import type { InformationRequestView } from '@larkmere/contract/back-office/review';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { questionsQuery } from './review.api.ts';

export function QuestionsSection({ paymentUid }: { paymentUid: string }) {
  const t = useTranslations('review');
  const locale = useLocale();
  const questions = useQuery(questionsQuery(paymentUid));
  if (questions.error && !questions.data)
    return (
      <Card title={t('title')}>
        <ErrorState title={t('failed')} text={failureText(questions.error)} onRetry={() => void questions.refetch()} />
      </Card>
    );
  const list = questions.data?.list ?? [];
  if (list.length === 0) return null;
  const open = list.find(({ state }) => state === 'action_required');
  return (
    <Card title={t('title')}>
      <div className="grid gap-5">
        {open && (
          <>
            <Notice kind="warning" title={t('open')}>
              {t('openText', { day: formatDate(new Date(open.dueAt), locale) })}
            </Notice>
            <AnswerForm key={open.uid} paymentUid={paymentUid} request={open} />
          </>
        )}
        {list
          .filter(({ uid }) => uid !== open?.uid)
          .map((request) => (
            <AnsweredRequest key={request.uid} request={request} />
          ))}
      </div>
    </Card>
  );
}

function AnsweredRequest({ request: { state, answeredAt, questions } }: { request: InformationRequestView }) {
  const t = useTranslations('review');
  const locale = useLocale();
  const answerText = (answer: string): string => (answer === 'yes' || answer === 'no' ? t(`said.${answer}`) : answer);
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">
        {answeredAt ? t('answered', { day: formatDate(new Date(answeredAt), locale) }) : t(`state.${state}`)}
      </h3>
      <dl className="grid gap-2">
        {questions.map(({ number, kind, text, answer }) => (
          <div key={number}>
            <dt className="text-small text-text-muted">{text}</dt>
            <dd className="wrap-anywhere">{kind === 'file' && answer ? t('said.sent') : answerText(answer ?? '—')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import type { InformationRequestView } from '@larkmere/contract/back-office/review';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useAnswerRequest } from './review.api.ts';

type Props = { paymentUid: string; request: InformationRequestView };
type ReviewQuestion = InformationRequestView['questions'][number];

export function AnswerForm({ paymentUid, request: { uid, questions } }: Props) {
  const t = useTranslations('review');
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const [tried, setTried] = useState(false);
  const answer = useAnswerRequest();
  const sending = useIdempotentRequest(answer.mutateAsync, () => showToast({ kind: 'success', text: t('sent') }));
  const isBusy = sending.sending || sending.unknown;
  const wantsFile = questions.some(({ kind }) => kind === 'file');
  const refusal = sending.refusal && wantsFile ? `${sending.refusal} ${t('fileFirst')}` : sending.refusal;
  const typed = questions.filter(({ kind }) => kind !== 'file');
  const isWhole = typed.every(({ number }) => (answers[number] ?? '').trim() !== '');
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        const whole = typed.map(({ number }) => ({ number, text: (answers[number] ?? '').trim() }));
        if (isWhole && !isBusy)
          void sending.send({ id: paymentUid, request: uid, answers: whole, idempotency: sending.key });
      }}
    >
      {questions.map((question) => (
        <QuestionField
          key={question.number}
          question={question}
          value={answers[question.number] ?? ''}
          onChange={(text) => setAnswers((before) => ({ ...before, [question.number]: text }))}
          error={tried && (answers[question.number] ?? '').trim() === '' ? t('missing') : undefined}
        />
      ))}
      <SubmitNotice submission={{ ...sending, refusal }} refusedTitle={t('refused')} retryText={t('once')} />
      <Button type="submit" className="w-fit" busy={isBusy} busyLabel={t('sending')}>
        {t('send')}
      </Button>
    </form>
  );
}

type FieldProps = {
  question: ReviewQuestion;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
};

function QuestionField({ question: { kind, text, options, documentType }, value, onChange, error }: FieldProps) {
  const t = useTranslations('review');
  const types = useTranslations('document.type');
  if (kind === 'file')
    return (
      <div className="grid gap-1">
        <p className="font-semibold">{text}</p>
        <p className="text-small text-text-muted">{t('file', { type: types(documentType ?? 'other') })}</p>
      </div>
    );
  if (kind === 'text')
    return (
      <Field label={text} error={error}>
        <TextInput maxLength={1000} value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
    );
  const choices =
    kind === 'choice'
      ? options.map((option) => ({ value: option, label: option }))
      : (['yes', 'no'] as const).map((option) => ({ value: option, label: t(`said.${option}`) }));
  return (
    <SelectField
      label={text}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: '', label: t('choose') }, ...choices]}
    />
  );
}

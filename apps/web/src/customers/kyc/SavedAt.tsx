import { CircleCheck } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { formatTime } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { kindIcon } from '../../ui/status-kind.tsx';
import { useFormSource } from './form-source.ts';
import type { Answers } from './use-answers.ts';
import { useQuestionText } from './use-question-text.ts';

type Props = Readonly<{ answers: Answers; savedAt: string | null }>;

export function SavedAt({ answers: { isSaving, failed, save }, savedAt }: Props) {
  const t = useTranslations('kycPage.saved');
  const locale = useLocale();
  const { label } = useQuestionText(useFormSource().kind);
  return (
    <div className="min-h-6 px-1 text-small text-text-muted">
      <p role="status" className="flex items-start gap-2">
        {isSaving && t('saving')}
        {!isSaving && !failed && savedAt && (
          <>
            <CircleCheck size={18} className="shrink-0 text-success" />
            {t('at', { time: formatTime(new Date(savedAt), locale) })}
          </>
        )}
      </p>
      {failed && !isSaving && (
        <div role="alert" className="flex items-start gap-2 text-danger">
          {kindIcon('danger', 18)}
          <span>
            {t('failed', { name: label(failed.name) })}. {failed.refusal ?? t('connection')}{' '}
            <LinkButton onClick={() => void save(failed.key, failed.name, failed.answer)}>{t('retry')}</LinkButton>
          </span>
        </div>
      )}
    </div>
  );
}

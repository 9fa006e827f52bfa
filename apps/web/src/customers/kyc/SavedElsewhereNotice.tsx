import type { KycAnswerName } from '@larkmere/contract/customers/kyc-requirements';
import { useTranslations } from 'use-intl';
import { Notice } from '../../ui/Notice.tsx';
import { useFormSource } from './form-source.ts';
import type { Answers } from './use-answers.ts';
import { useQuestionText } from './use-question-text.ts';

type Props = Readonly<{ answers: Answers; names: readonly KycAnswerName[] }>;

/** Two windows: the newest answer is the one that is kept, and what it replaced can still be read. */
export function SavedElsewhereNotice({ answers: { elsewhere, forgetElsewhere }, names }: Props) {
  const t = useTranslations('kycPage.elsewhere');
  const { label, answer } = useQuestionText(useFormSource().kind);
  if (!elsewhere) return null;
  if (elsewhere.kind === 'replaced')
    return names.includes(elsewhere.name) ? (
      <Notice kind="warning" title={t('replaced')} onClose={forgetElsewhere}>
        {t('replacedText', { name: label(elsewhere.name), other: answer(elsewhere.name, elsewhere.other) })}
      </Notice>
    ) : null;
  const own = elsewhere.names.filter((name) => names.includes(name));
  return own.length > 0 ? (
    <Notice kind="warning" title={t('changed')} onClose={forgetElsewhere}>
      {t('changedText', { names: own.map(label).join(', ') })}
    </Notice>
  ) : null;
}

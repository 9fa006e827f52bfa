import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { displayOf, type NameCheck } from './name-check.ts';

type Props = {
  isChecking: boolean;
  /** Of exactly what is in the form now. */
  answer: NameCheck | undefined;
  name: string;
  onAdopt: (name: string) => void;
};

/** What the bank says about the name, beside its label. A name that is close is taken with one tap. */
export function NameAnswer({ isChecking, answer, name, onAdopt }: Props) {
  const t = useTranslations('payeePage.form.answer');
  return (
    <span role="status" className="min-w-0 text-right text-small">
      {answer ? (
        <Answer answer={answer} name={name} onAdopt={onAdopt} />
      ) : (
        isChecking && <span className="text-text-muted">{t('checking')}</span>
      )}
    </span>
  );
}

const line = 'inline-flex items-center gap-1.5';

function Answer({
  answer: { result, actualName, isBlocked },
  name,
  onAdopt,
}: Omit<Props, 'isChecking' | 'answer'> & { answer: NameCheck }) {
  const t = useTranslations('payeePage.form.answer');
  const display = displayOf(result);
  if (display === 'match')
    return (
      <span className={`${line} font-semibold text-success`}>
        <CircleCheck size={16} className="shrink-0" />
        {t('match')}
      </span>
    );
  if (display === 'close' && result === 'close_match' && actualName !== null && actualName !== name && !isBlocked)
    return (
      <LinkButton className="-my-1.5 text-right" onClick={() => onAdopt(actualName)}>
        {t('use', { name: actualName })}
      </LinkButton>
    );
  if (display === 'unavailable')
    return (
      <span className={`${line} text-text-muted`}>
        <CircleMinus size={16} className="shrink-0" />
        {t('unavailable')}
      </span>
    );
  return (
    <span className={`${line} font-semibold ${display === 'close' ? 'text-warning' : 'text-danger'}`}>
      <CircleAlert size={16} className="shrink-0" />
      {t(display === 'close' ? 'close' : 'noMatch')}
    </span>
  );
}

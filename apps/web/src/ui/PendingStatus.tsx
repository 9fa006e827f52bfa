import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HelpText } from './HelpText.tsx';
import { useDateTimeTexts } from './use-date-time-texts.ts';

type PendingState = {
  owner: 'you' | 'team' | 'us' | 'bank' | 'nobody';
  reason: string | null;
  nextStep: string | null;
  nextUpdateAt: string | null;
  deadlineAt: string | null;
};

const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt className="text-caption text-text-muted">{label}</dt>
    <dd className="first-letter:uppercase">{value}</dd>
  </div>
);

/** `heading`: h2 where it follows the title of the page, h3 within a section. */
export function PendingStatus({
  standing: { owner, reason, nextStep, nextUpdateAt, deadlineAt },
  heading: Heading = 'h3',
}: {
  standing: PendingState;
  heading?: 'h2' | 'h3';
}) {
  const t = useTranslations('ui.waiting');
  const { by } = useDateTimeTexts();
  return (
    <div className="mt-6 border-t border-line pt-4">
      <Heading className="font-semibold">{t('title')}</Heading>
      <p className="mt-1 text-small">
        <HelpText>{reason}</HelpText>
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-small sm:grid-cols-2">
        <Figure label={t('owner')} value={t(`owners.${owner}`)} />
        <Figure label={t('next')} value={<HelpText>{nextStep}</HelpText>} />
        {nextUpdateAt && <Figure label={t('update')} value={by(nextUpdateAt)} />}
        {deadlineAt && <Figure label={t('deadline')} value={by(deadlineAt)} />}
        {nextUpdateAt && !deadlineAt && <Figure label={t('deadline')} value={t('noEnd')} />}
      </dl>
    </div>
  );
}

export function PendingStatusLine({
  standing: { owner, reason, nextStep, nextUpdateAt, deadlineAt },
}: {
  standing: PendingState;
}) {
  const t = useTranslations('ui.waiting');
  const { byThen } = useDateTimeTexts();
  if (!nextStep) return null;
  return (
    <span className="mt-2 grid gap-1 text-small text-text-muted">
      <span className="text-text empty:hidden">{reason}</span>
      <span>{t('nextWith', { owner: t(`owners.${owner}`), step: nextStep })}</span>
      <span className="empty:hidden">
        {nextUpdateAt && t('nextUpdate', { when: byThen(nextUpdateAt) })}{' '}
        {deadlineAt && t('decidedBy', { when: byThen(deadlineAt) })}
        {nextUpdateAt && !deadlineAt && t('endless')}
      </span>
    </span>
  );
}

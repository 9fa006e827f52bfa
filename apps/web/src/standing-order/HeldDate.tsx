import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/standing-order';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { weekdayTimeText } from '../ui/day.ts';
import { Notice } from '../ui/Notice.tsx';
import { PayHeldDialog } from './PayHeldDialog.tsx';
import { useMaySet } from './use-may-set.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = {
  order: StandingOrderView;
  next: OccurrenceView;
  question: NonNullable<OccurrenceView['question']>;
};

export function HeldDate({ order, next, question }: Props) {
  const t = useTranslations('standingOrder.held');
  const locale = useLocale();
  const { day } = usePlanWords();
  const [paying, setPaying] = useState(false);
  const maySet = useMaySet();
  return (
    <>
      <Notice
        kind="warning"
        title={t('title', { day: day(next.payDay) })}
        action={maySet && <Button onClick={() => setPaying(true)}>{t('see')}</Button>}
      >
        {next.why?.message} {t('until', { when: weekdayTimeText(new Date(question.answerBy), locale) })}
      </Notice>
      {paying && <PayHeldDialog order={order} next={next} onClose={() => setPaying(false)} />}
    </>
  );
}

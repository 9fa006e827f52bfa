import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { formatWeekdayTime } from '../../ui/date-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PayHeldDateDialog } from './PayHeldDateDialog.tsx';
import { useCanEdit } from './use-can-edit.ts';
import { usePlanTexts } from './use-plan-texts.ts';

type Props = {
  order: StandingOrderView;
  next: OccurrenceView;
  question: NonNullable<OccurrenceView['question']>;
};

export function HeldDate({ order, next, question }: Props) {
  const t = useTranslations('standingOrder.held');
  const locale = useLocale();
  const { day } = usePlanTexts();
  const [paying, setPaying] = useState(false);
  const maySet = useCanEdit();
  return (
    <>
      <Notice
        kind="warning"
        title={t('title', { day: day(next.payDay) })}
        action={maySet && <Button onClick={() => setPaying(true)}>{t('see')}</Button>}
      >
        {next.failure?.message} {t('until', { when: formatWeekdayTime(new Date(question.answerBy), locale) })}
      </Notice>
      {paying && <PayHeldDateDialog order={order} next={next} onClose={() => setPaying(false)} />}
    </>
  );
}

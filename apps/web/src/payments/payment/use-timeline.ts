import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import type { TimelineItem } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

export function useTimeline({ timeline, payee: { name } }: PaymentView): TimelineItem[] {
  const t = useTranslations('payment');
  const compensation = useTranslations('compensation');
  const { at, byThen } = useDateTimeTexts();
  return timeline.map(({ step, state, at: moment, expected, note }) => ({
    title:
      step === 'compensated'
        ? compensation('step')
        : step === 'compensation_reversed'
          ? compensation('stepBack')
          : state === 'now' || state === 'next'
            ? t(`coming.${step}`, { name })
            : t(`step.${step}`, { name }),
    state,
    at: moment ? at(moment) : expected ? t('detail.expected', { when: byThen(expected) }) : undefined,
    note: note ?? undefined,
  }));
}

import type { PaymentView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import type { TimelineItem } from '../ui/Timeline.tsx';
import { useMoments } from './use-moments.ts';

/** The steps of a payment in words, with the time of each or by when it is expected. */
export function useTimeline({ timeline, payee: { name } }: PaymentView): TimelineItem[] {
  const t = useTranslations('payment');
  const { at, by } = useMoments();
  return timeline.map(({ step, state, at: moment, expected, note }) => ({
    title: t(`step.${step === 'arrived' && state !== 'done' ? 'arrives' : step}`, { name }),
    state,
    at: moment ? at(moment) : expected ? t('detail.expected', { when: by(expected) }) : undefined,
    note: note ?? undefined,
  }));
}

import type { HelpView } from '@larkmere/contract/customers/help';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { formatWeekday, toLondonDate } from '../../ui/date-text.ts';

type Opening = Pick<HelpView, 'isOpen' | 'closesAt' | 'opensNext' | 'answerHours'>;

/** When somebody answers: in a sentence for messages, and shortly for the telephone. */
export function useOpensText({ isOpen, closesAt, opensNext, answerHours }: Opening) {
  const t = useTranslations('help');
  const locale = useLocale();
  const now = useNow();
  const when = opensNext && {
    time: opensNext.time,
    when:
      opensNext.day === toLondonDate(now)
        ? t('contact.today')
        : formatWeekday(new Date(`${opensNext.day}T12:00:00`), locale),
  };
  return {
    answer: isOpen
      ? t('message.open', { hours: answerHours, time: closesAt ?? '' })
      : when
        ? t('message.closed', when)
        : t('message.closedForNow'),
    opens: when && t('contact.opensAt', when),
  };
}

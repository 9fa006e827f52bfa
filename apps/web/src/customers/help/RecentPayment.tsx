import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { formatShortDate, formatTime, toLocalDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { newestPaymentsQuery } from './help.api.ts';
import { findQuestionable } from './recent-payment.ts';

/** "Is it about this one?": the latest payment that is under way or came back. */
export function RecentPayment() {
  const t = useTranslations('help.recent');
  const payment = useRecentPayment();
  const describe = usePaymentState();
  if (!payment) return null;
  return (
    <section
      aria-label={t('question')}
      className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-card border border-line bg-surface p-4 lg:px-4.5"
    >
      <Avatar name={payment.payee.name} size={40} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-small text-text-muted">{t('question')}</p>
        <p className="font-semibold wrap-anywhere">
          {t('to', { amount: moneyText(payment.amount), name: payment.payee.name, state: describe(payment) })}
        </p>
      </div>
      <OwnLink address={paths.paymentDetail(payment.uid)} className={buttonClass('secondary')}>
        {t('see')}
      </OwnLink>
    </section>
  );
}

export function useRecentPayment(): PaymentView | undefined {
  const { payment: mayRead } = useSession().user.accessRole;
  const { data } = useQuery({ ...newestPaymentsQuery, enabled: mayRead });
  return data && findQuestionable(data);
}

function usePaymentState() {
  const t = useTranslations('help.recent');
  const locale = useLocale();
  const today = useNow();
  return ({ state, arrival }: PaymentView): string => {
    if (state === 'scheduled') return t('planned');
    if (state !== 'submitted' && state !== 'sent') return t(isBack(state) ? 'cameBack' : 'waiting');
    const [at, now] = [new Date(arrival.latest), today];
    if (at <= now) return t('underWay');
    return toLocalDate(at) === toLocalDate(now)
      ? t('arrivesToday', { time: formatTime(at, locale) })
      : t('arrives', { day: formatShortDate(at, locale, now) });
  };
}

const isBack = (state: PaymentView['state']): boolean => ['returned', 'rejected', 'failed'].includes(state);

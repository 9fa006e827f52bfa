import type { PriceView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';

export function MemberLimitNote({ price: { amount, limit } }: { price: Pick<PriceView, 'amount' | 'limit'> }) {
  const t = useTranslations('paymentForm.memberLimit');
  const { member } = limit;
  if (!member) return null;
  const { currency, perPayment, remainingToday } = member;
  const shown = (text: string | null) => (text === null ? '' : moneyText({ amount: text, currency }));
  const which = perPayment === null ? 'day' : remainingToday === null ? 'payment' : 'both';
  return (
    <p className="text-small text-text-muted">
      {t(which, { perPayment: shown(perPayment), leftToday: shown(remainingToday) })}
      {currency !== amount.currency && ` ${t('counts', { amount: shown(member.amount) })}`}
    </p>
  );
}

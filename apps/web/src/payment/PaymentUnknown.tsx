import type { PayeeView } from '@larkmere/contract/payee';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { moneyText } from '../ui/money.ts';
import { UnknownOutcome } from '../ui/UnknownOutcome.tsx';
import type { PaymentOrder } from './payment.api.ts';
import type { usePaymentSend } from './use-payment-send.ts';

type Props = { order: PaymentOrder; sending: ReturnType<typeof usePaymentSend>; payee: PayeeView | undefined };

export function PaymentUnknown({ order, sending: { send, work, silences }, payee }: Props) {
  const t = useTranslations('payment.unknown');
  const amount = moneyText({ amount: order.amount, currency: order.currency });
  const list = (
    <Link to={paths.pendingPayments} className={buttonClass('secondary')}>
      {t('list')}
    </Link>
  );
  return (
    <UnknownOutcome silences={silences} busy={work !== undefined} link={list} onAgain={() => void send(order)}>
      {t('text', { amount, name: payee?.name ?? t('payee') })}
    </UnknownOutcome>
  );
}

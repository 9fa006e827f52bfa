import type { PayeeView } from '@larkmere/contract/payees/payee';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { moneyText } from '../../ui/money.ts';
import { UnknownOutcome } from '../../ui/UnknownOutcome.tsx';
import type { PaymentRequest } from '../payment/payment.tsx';
import type { useSubmitPayment } from './use-submit-payment.ts';

type Props = { request: PaymentRequest; sending: ReturnType<typeof useSubmitPayment>; payee: PayeeView | undefined };

export function PaymentOutcomeUnknown({ request, sending: { send, work, silences }, payee }: Props) {
  const t = useTranslations('payment.unknown');
  const amount = moneyText({ amount: request.amount, currency: request.currency });
  const list = (
    <Link to={paths.payments} className={buttonClass('secondary')}>
      {t('list')}
    </Link>
  );
  return (
    <UnknownOutcome timeouts={silences} busy={work !== undefined} link={list} onAgain={() => void send(request)}>
      {t('text', { amount, name: payee?.name ?? t('payee') })}
    </UnknownOutcome>
  );
}

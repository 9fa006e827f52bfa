import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { useStandardFee } from '../payment/payment.tsx';
import type { PaymentRoute } from './payment-route.ts';
import { useInternationalPrice } from './standing-order.api.ts';

export function usePaymentFee(
  { sourceBankholderId, payeeUid, amount, chargeType }: StandingOrderTerms,
  { accountCurrency, payeeCurrency }: PaymentRoute,
) {
  const atHome = useStandardFee(
    chargeType || payeeCurrency === 'USD' ? undefined : { sourceBankholderId, amount, currency: payeeCurrency },
  );
  const abroad = useInternationalPrice(
    chargeType && { sourceBankholderId, payeeUid, amount: '1.00', currency: accountCurrency, chargeType },
  );
  return chargeType ? abroad.data?.fee : atHome;
}

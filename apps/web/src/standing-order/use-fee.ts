import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { useStandardFee } from '../payment/payment.tsx';
import type { Crossing } from './standing-money.ts';
import { useGlobalPrice } from './standing-order.api.ts';

export function useFee(
  { sourceBankholderId, payeeUid, amount, chargeType }: StandingOrderTerms,
  { account, payee }: Crossing,
) {
  const atHome = useStandardFee(
    chargeType || payee === 'USD' ? undefined : { sourceBankholderId, amount, currency: payee },
  );
  const abroad = useGlobalPrice(
    chargeType && { sourceBankholderId, payeeUid, amount: '1.00', currency: account, chargeType },
  );
  return chargeType ? abroad.data?.fee : atHome;
}

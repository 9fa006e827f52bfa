import type { PaymentState } from '@larkmere/contract/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { earlierPaymentQuery, freeTransfersQuery, type PriceRequest, usePrice } from './payment.api.ts';

export {
  domesticReferenceRules,
  domesticRouteOf,
  isDomesticCurrency,
} from './domestic-currency.ts';
export {
  freeTransfersQuery,
  type PaymentRequest,
  type PriceRequest,
  sendPayment,
  usePrice,
} from './payment.api.ts';
export { prefillFrom } from './prefill.ts';

export const useFreeTransfers = () => useQuery(freeTransfersQuery);

export const useStandardFee = (question: PriceRequest | undefined) => usePrice(question).data?.standardFee;

export const useEarlierPayment = (uid: string | undefined) =>
  useQuery({ ...earlierPaymentQuery(uid ?? ''), enabled: uid !== undefined });
const kinds: Record<PaymentState, StatusKind> = {
  draft: 'neutral',
  awaiting_approval: 'warning',
  awaiting_sca: 'warning',
  scheduled: 'info',
  awaiting_funds: 'warning',
  screening: 'info',
  in_review: 'info',
  info_required: 'warning',
  ready: 'info',
  submitted: 'info',
  sent: 'info',
  completed: 'success',
  returned: 'danger',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
};

export function PaymentStatus({ state }: { state: PaymentState }) {
  const t = useTranslations('paymentStatus');
  const kind = kinds[state];
  return (
    <StatusPill kind={kind} icon={kind === 'info' && <Clock size={14} />}>
      {t(state)}
    </StatusPill>
  );
}

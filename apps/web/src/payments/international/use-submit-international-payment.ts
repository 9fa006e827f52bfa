import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { type InternationalPaymentRequest, useSendInternationalPayment } from './international.api.ts';
import type { InternationalForm } from './use-international-form.ts';

const isQuoteUnusable = (code: string): boolean => ['quote_expired', 'rate_moved', 'quote_used'].includes(code);

export function useSubmitInternationalPayment(
  { quote, retryPrice, draft: { attempt }, saveAttempt }: InternationalForm,
  onDone: (payment: PaymentView) => void,
) {
  const { mutateAsync } = useSendInternationalPayment();
  const write = async (out: InternationalPaymentRequest) =>
    mutateAsync(out).catch((error: unknown) => {
      if (error instanceof ApiError && isQuoteUnusable(error.code)) quote.renew();
      if (error instanceof ApiError && error.code === 'price_changed') retryPrice();
      throw error;
    });
  const { doubted, ...sending } = useIdempotentRequest(write, onDone, { attempt, save: saveAttempt });
  return {
    ...sending,
    doubted: doubted && {
      text: doubted.text,
      sendAgain: () => void sending.send(withDuplicateConfirmed(doubted.input)),
    },
  };
}

const withDuplicateConfirmed = (out: InternationalPaymentRequest): InternationalPaymentRequest =>
  out.kind === 'same'
    ? { kind: 'same', order: { ...out.order, confirmDuplicate: true } }
    : { kind: 'cross', order: { ...out.order, confirmDuplicate: true } };

import type { contract } from '@larkmere/contract/contract';
import type { PaymentState, PaymentView } from '@larkmere/contract/payments/payment';
import { isWaiting } from '@larkmere/contract/payments/payment-waiting-states';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

type Sends<Name extends 'sendGbp' | 'sendEur' | 'sendThb'> = RawInput<(typeof contract.payment)[Name]>;
export type PaymentRequest = (Sends<'sendGbp'> | Sends<'sendEur'> | Sends<'sendThb'>) & { route: 'direct' | 'ifx' };
export type PriceRequest = RawInput<typeof contract.payment.price>;

/** Polling interval if the live connection is down. */
const pollIntervalMs = 10_000;

export const isScheduled = (state: PaymentState): boolean => state === 'scheduled' || state === 'awaiting_funds';

export const usePrice = (question: PriceRequest | undefined) =>
  useQuery({
    queryKey: queryKeys.price(question ?? {}),
    queryFn: ({ signal }) => call(endpoints.payment.price, question as PriceRequest, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { inline: true },
  });

export const freeTransfersQuery = queryOptions({
  queryKey: queryKeys.freeTransfers,
  queryFn: ({ signal }) => call(endpoints.payment.listFreeTransfers, {}, { signal }),
});

export type Reach = 'domestic' | 'swift';

export const trackingQuery = (uid: string, state: PaymentState) =>
  queryOptions({
    queryKey: [...queryKeys.payment(uid), 'tracking'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.tracking, { id: uid }, { signal }),
    refetchInterval: isWaiting(state) ? pollIntervalMs : false,
  });

export const paymentQuery = (uid: string, reach: Reach) =>
  queryOptions({
    queryKey: queryKeys.payment(uid),
    queryFn: ({ signal }) =>
      reach === 'swift'
        ? call(endpoints.globalPayment.detail, { id: uid }, { signal })
        : call(endpoints.payment.domesticDetail, { id: uid }, { signal }),
    refetchInterval: (query) => (query.state.data && isWaiting(query.state.data.state) ? pollIntervalMs : false),
  });

export function sendPayment({ route, ...order }: PaymentRequest): Promise<PaymentView> {
  if (order.currency === 'THB') return call(endpoints.payment.sendThb, order);
  if (order.currency === 'EUR')
    return call(route === 'ifx' ? endpoints.payment.sendIfxEur : endpoints.payment.sendEur, order);
  return call(route === 'ifx' ? endpoints.payment.sendIfxGbp : endpoints.payment.sendGbp, order);
}

type ActionInput<Name extends 'cancel' | 'recall'> = RawInput<(typeof contract.payment)[Name]>;

/** `onDone` runs even if the button has been unmounted by then. */
function usePaymentAction<Input>(act: (input: Input) => Promise<PaymentView>, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (payment) => {
      cache.setQueryData(queryKeys.payment(payment.uid), payment);
      onDone();
    },
    // After a refusal the payment may have another state, which the page has to display.
    onSettled: refreshLiveQueries,
    meta: { showsOwnError: true },
  });
}

export const useCancelPayment = (onDone: () => void) =>
  usePaymentAction((input: ActionInput<'cancel'>) => call(endpoints.payment.cancel, input), onDone);

export const useRecallPayment = (onDone: () => void) =>
  usePaymentAction((input: ActionInput<'recall'>) => call(endpoints.payment.recall, input), onDone);

export const earlierPaymentQuery = (uid: string) =>
  queryOptions({
    queryKey: [...queryKeys.payment(uid), 'repeat'],
    queryFn: ({ signal }) => call(endpoints.payment.prefill, { id: uid }, { signal }),
  });

import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { PaymentState, PaymentView } from '@larkmere/contract/payment';
import { isWaiting } from '@larkmere/contract/payment-waiting';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

type Sends<Name extends 'sendGbp' | 'sendEur' | 'sendThb'> = Sent<(typeof contract.payment)[Name]>;
export type PaymentOrder = (Sends<'sendGbp'> | Sends<'sendEur'> | Sends<'sendThb'>) & { route: 'direct' | 'ifx' };
export type PriceQuestion = Sent<typeof contract.payment.price>;
export type PaymentFilter = Sent<typeof contract.payment.pendingDomestic>;

/** Polling interval if the live connection is down. */
const lookMs = 10_000;

export const isPlanned = (state: PaymentState): boolean => state === 'scheduled' || state === 'awaiting_funds';

export const usePrice = (question: PriceQuestion | undefined) =>
  useQuery({
    queryKey: keys.price(question ?? {}),
    queryFn: ({ signal }) => call(endpoints.payment.price, question as PriceQuestion, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { inline: true },
  });

export const freeTransfersQuery = queryOptions({
  queryKey: keys.freeTransfers,
  queryFn: ({ signal }) => call(endpoints.payment.freeTrades, {}, { signal }),
});

export type Reach = 'domestic' | 'swift';

export const usePayments = (reach: Reach, filter: PaymentFilter) =>
  useQuery({
    queryKey: [...keys.payments, 'list', reach, filter],
    queryFn: ({ signal }) =>
      reach === 'swift'
        ? call(endpoints.payment.pendingSwift, filter, { signal })
        : call(endpoints.payment.pendingDomestic, filter, { signal }),
    select: ({ list }) => list,
    placeholderData: keepPreviousData,
  });

export const trackingQuery = (uid: string, state: PaymentState) =>
  queryOptions({
    queryKey: [...keys.payment(uid), 'tracking'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.tracking, { id: uid }, { signal }),
    refetchInterval: isWaiting(state) ? lookMs : false,
  });

export const paymentQuery = (uid: string, reach: Reach) =>
  queryOptions({
    queryKey: keys.payment(uid),
    queryFn: ({ signal }) =>
      reach === 'swift'
        ? call(endpoints.globalPayment.detail, { id: uid }, { signal })
        : call(endpoints.payment.domesticDetail, { id: uid }, { signal }),
    refetchInterval: (query) => (query.state.data && isWaiting(query.state.data.state) ? lookMs : false),
  });

function sendOrder({ route, ...order }: PaymentOrder): Promise<PaymentView> {
  const { payment } = endpoints;
  if (order.currency === 'THB') return call(payment.sendThb, order);
  if (order.currency === 'EUR') return call(route === 'ifx' ? payment.sendIfxEur : payment.sendEur, order);
  return call(route === 'ifx' ? payment.sendIfxGbp : payment.sendGbp, order);
}

type Acts<Name extends 'cancel' | 'recall'> = Sent<(typeof contract.payment)[Name]>;

/** `onDone` runs even if the button has been unmounted by then. */
function useAct<Input>(act: (input: Input) => Promise<PaymentView>, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (payment) => {
      cache.setQueryData(keys.payment(payment.uid), payment);
      onDone();
    },
    // After a refusal the payment may have another state, which the page has to display.
    onSettled: refreshMoney,
    meta: { shown: true },
  });
}

export const useCancelPayment = (onDone: () => void) =>
  useAct((input: Acts<'cancel'>) => call(endpoints.payment.cancel, input), onDone);

export const useRecallPayment = (onDone: () => void) =>
  useAct((input: Acts<'recall'>) => call(endpoints.payment.recall, input), onDone);

export const repeatQuery = (uid: string) =>
  queryOptions({
    queryKey: [...keys.payment(uid), 'repeat'],
    queryFn: ({ signal }) => call(endpoints.payment.repeat, { id: uid }, { signal }),
  });

export function useSendPayment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendOrder,
    onSuccess: (payment) => cache.setQueryData(keys.payment(payment.uid), payment),
    onSettled: () => {
      refreshMoney();
      void cache.invalidateQueries({ queryKey: keys.payees });
    },
    meta: { shown: true },
  });
}

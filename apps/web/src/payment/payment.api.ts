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
/** A payment as it goes out, and by which calls: those of the firm itself, or those of its partner. */
export type PaymentOrder = (Sends<'sendGbp'> | Sends<'sendEur'> | Sends<'sendThb'>) & { route: 'direct' | 'ifx' };
export type PriceQuestion = Sent<typeof contract.payment.price>;
export type PaymentFilter = Sent<typeof contract.payment.pendingDomestic>;

/** Between two looks at a payment under way, should the live line be down. */
const lookMs = 10_000;

/** Nothing is set aside for it yet. */
export const isPlanned = (state: PaymentState): boolean => state === 'scheduled' || state === 'awaiting_funds';

/** What a payment costs. The last answer stays while the next is on its way, and an answer to an old question is dropped. */
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

/** Payments inside a country and those by SWIFT have lists, calls and rights of their own. */
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

/** The banks that a SWIFT payment has reached; asked for again while it is under way. */
export const trackingQuery = (uid: string, state: PaymentState) =>
  queryOptions({
    queryKey: [...keys.payment(uid), 'tracking'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.tracking, { id: uid }, { signal }),
    refetchInterval: isWaiting(state) ? lookMs : false,
  });

/** One payment. The live line tells when it moved; a slow second look helps where that line is down. */
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

/** `onDone` runs even when the button that asked is gone by then. */
function useAct<Input>(act: (input: Input) => Promise<PaymentView>, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (payment) => {
      cache.setQueryData(keys.payment(payment.uid), payment);
      onDone();
    },
    // Refused means that it has moved on: the page shows where it is now.
    onSettled: refreshMoney,
    meta: { shown: true },
  });
}

/** Takes a payment back before the bank has it. */
export const useCancelPayment = (onDone: () => void) =>
  useAct((input: Acts<'cancel'>) => call(endpoints.payment.cancel, input), onDone);

/** Asks the payee's bank to give a payment back. */
export const useRecallPayment = (onDone: () => void) =>
  useAct((input: Acts<'recall'>) => call(endpoints.payment.recall, input), onDone);

/** What a payment like an earlier one is filled in with. */
export const repeatQuery = (uid: string) =>
  queryOptions({
    queryKey: [...keys.payment(uid), 'repeat'],
    queryFn: ({ signal }) => call(endpoints.payment.repeat, { id: uid }, { signal }),
  });

/** Sends the order once. Whatever comes back, the figures everywhere are asked for again. */
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

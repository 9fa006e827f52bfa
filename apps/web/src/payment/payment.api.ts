import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { PaymentState, PaymentView } from '@larkmere/contract/payment';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

export type GbpOrder = Sent<typeof contract.payment.sendGbp>;
export type PriceQuestion = Sent<typeof contract.payment.price>;
export type PaymentFilter = Sent<typeof contract.payment.pendingDomestic>;

/** Between two looks at a payment under way, should the live line be down. */
const lookMs = 10_000;

export const isUnderWay = (state: PaymentState): boolean =>
  [
    'awaiting_approval',
    'awaiting_sca',
    'scheduled',
    'awaiting_funds',
    'screening',
    'in_review',
    'info_required',
    'ready',
    'submitted',
    'sent',
  ].includes(state);

/** What a payment costs. The last answer stays while the next is on its way, and an answer to an old question is dropped. */
export const usePrice = (question: PriceQuestion | undefined) =>
  useQuery({
    queryKey: keys.price(question ?? {}),
    queryFn: ({ signal }) => call(endpoints.payment.price, question as PriceQuestion, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { shown: true },
  });

export const freeTransfersQuery = queryOptions({
  queryKey: keys.freeTransfers,
  queryFn: ({ signal }) => call(endpoints.payment.freeTrades, {}, { signal }),
  meta: { shown: true },
});

export const usePayments = (filter: PaymentFilter) =>
  useQuery({
    queryKey: [...keys.payments, 'list', filter],
    queryFn: ({ signal }) => call(endpoints.payment.pendingDomestic, filter, { signal }),
    select: ({ list }) => list,
    placeholderData: keepPreviousData,
    meta: { shown: true },
  });

/** One payment. The live line tells when it moved; a slow second look helps where that line is down. */
export const paymentQuery = (uid: string) =>
  queryOptions({
    queryKey: keys.payment(uid),
    queryFn: ({ signal }) => call(endpoints.payment.domesticDetail, { id: uid }, { signal }),
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data.state) ? lookMs : false),
    meta: { shown: true },
  });

/** Sends the order once. Whatever comes back, the figures everywhere are asked for again. */
export function useSendGbp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (order: GbpOrder): Promise<PaymentView> => call(endpoints.payment.sendGbp, order),
    onSuccess: (payment) => cache.setQueryData(keys.payment(payment.uid), payment),
    onSettled: () => {
      refreshMoney();
      void cache.invalidateQueries({ queryKey: keys.payees });
    },
    meta: { shown: true },
  });
}

import type { contract } from '@larkmere/contract/contract';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { useServiceOffText } from '../../ui/use-service-off-text.ts';

type Sends<Name extends keyof typeof contract.globalPayment> = RawInput<(typeof contract.globalPayment)[Name]>;
export type PriceRequest = Sends<'price'>;
export type InternationalPaymentRequest =
  | { kind: 'same'; order: Sends<'sendSame'> }
  | { kind: 'cross'; order: Sends<'sendCross'> };

export const useInternationalPrice = (question: PriceRequest | undefined) =>
  useQuery({
    queryKey: queryKeys.price({ global: question }),
    queryFn: ({ signal }) => call(endpoints.globalPayment.price, question as PriceRequest, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { inline: true },
  });

export const useSwiftCurrencies = () =>
  useQuery({
    queryKey: ['global-payment', 'currencies'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.currencies, {}, { signal }),
    staleTime: 60_000,
  });

export function useCrossCurrencyStatus() {
  const offText = useServiceOffText();
  const { data, isPending } = useQuery({
    queryKey: ['global-payment', 'active'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.isActive, {}, { signal }),
  });
  return { active: data?.active, isPending, blocked: data?.message ? offText(data.message, data.until) : undefined };
}

export function useSendInternationalPayment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (out: InternationalPaymentRequest): Promise<PaymentView> =>
      out.kind === 'same'
        ? call(endpoints.globalPayment.sendSame, out.order)
        : call(endpoints.globalPayment.sendCross, out.order),
    onSuccess: (payment) => cache.setQueryData(queryKeys.payment(payment.uid), payment),
    onSettled: () => {
      refreshLiveQueries();
      void cache.invalidateQueries({ queryKey: queryKeys.payees });
    },
    meta: { showsOwnError: true },
  });
}

import type { contract } from '@larkmere/contract/contract';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import type { PriceView } from '@larkmere/contract/payments/payment';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { useServiceOffText } from '../../ui/use-service-off-text.ts';
import { type PriceRequest, usePrice } from '../payment/payment.tsx';
import { sendOrder } from './payment-request.ts';

export type InternationalRequest<Name extends keyof typeof contract.globalPayment> = RawInput<
  (typeof contract.globalPayment)[Name]
>;

/** The price of either kind; a domestic payment has none of the parts of an international one. */
export type FormPrice = PriceView &
  Partial<Omit<InternationalPriceView, keyof PriceView | 'exchange' | 'team'>> &
  Readonly<{ exchange?: InternationalPriceView['exchange']; team?: InternationalPriceView['team'] }>;

export type PriceQuestion =
  | Readonly<{ of: 'domestic'; input: PriceRequest }>
  | Readonly<{ of: 'international'; input: InternationalRequest<'price'> }>;

export function useFormPrice(question: PriceQuestion | undefined) {
  const domestic = usePrice(question?.of === 'domestic' ? question.input : undefined);
  const input = question?.of === 'international' ? question.input : undefined;
  const international = useQuery({
    queryKey: queryKeys.price({ global: input }),
    queryFn: ({ signal }) => call(endpoints.globalPayment.price, input as InternationalRequest<'price'>, { signal }),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { inline: true },
  });
  const { data, ...query } = question?.of === 'international' ? international : domestic;
  const price: FormPrice | undefined = data;
  return { ...query, data: price };
}

export const useSwiftCurrencies = () =>
  useQuery({
    queryKey: ['global-payment', 'currencies'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.currencies, {}, { signal }),
    staleTime: 60_000,
  });

export function useExchangeStatus(isNeeded: boolean) {
  const offText = useServiceOffText();
  const { data, isPending } = useQuery({
    queryKey: ['global-payment', 'active'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.isActive, {}, { signal }),
    enabled: isNeeded,
  });
  return { active: data?.active, isPending, blocked: data?.message ? offText(data.message, data.until) : undefined };
}

export function useSendOrder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendOrder,
    onSuccess: (payment) => cache.setQueryData(queryKeys.payment(payment.uid), payment),
    onSettled: () => {
      refreshLiveQueries();
      void cache.invalidateQueries({ queryKey: queryKeys.payees });
    },
    meta: { showsOwnError: true },
  });
}

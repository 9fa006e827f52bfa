import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { PaymentView } from '@larkmere/contract/payment';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';
import { useOffText } from '../ui/use-off-text.ts';

type Sends<Name extends keyof typeof contract.globalPayment> = Sent<(typeof contract.globalPayment)[Name]>;
export type PriceQuestion = Sends<'price'>;
export type GlobalOrder = { kind: 'same'; order: Sends<'sendSame'> } | { kind: 'cross'; order: Sends<'sendCross'> };

export const useGlobalPrice = (question: PriceQuestion | undefined) =>
  useQuery({
    queryKey: keys.price({ global: question }),
    queryFn: ({ signal }) => call(endpoints.globalPayment.price, question as PriceQuestion, { signal }),
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

export function useCrossActive() {
  const offText = useOffText();
  const { data, isPending } = useQuery({
    queryKey: ['global-payment', 'active'],
    queryFn: ({ signal }) => call(endpoints.globalPayment.isActive, {}, { signal }),
  });
  return { active: data?.active, isPending, blocked: data?.message ? offText(data.message, data.until) : undefined };
}

export function useSendGlobal() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (out: GlobalOrder): Promise<PaymentView> =>
      out.kind === 'same'
        ? call(endpoints.globalPayment.sendSame, out.order)
        : call(endpoints.globalPayment.sendCross, out.order),
    onSuccess: (payment) => cache.setQueryData(keys.payment(payment.uid), payment),
    onSettled: () => {
      refreshMoney();
      void cache.invalidateQueries({ queryKey: keys.payees });
    },
    meta: { shown: true },
  });
}

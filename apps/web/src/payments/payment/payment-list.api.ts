import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { PaymentListInput } from './payment-list-filter.ts';

export const usePaymentList = (input: PaymentListInput) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.payments, 'list', input],
    queryFn: ({ pageParam: cursor, signal }) => call(endpoints.payment.list, { ...input, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

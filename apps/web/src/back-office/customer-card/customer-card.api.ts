import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const customerCardsQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.customerTab(id, 'cards'),
    queryFn: ({ signal }) => call(staffEndpoints.customerCard.list, { id }, { signal }),
    meta: { inline: true },
  });

export const customerCardPaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.customerTab(id, 'card-payments'),
    queryFn: ({ signal }) => call(staffEndpoints.customerCardPayment.list, { id }, { signal }),
    meta: { inline: true },
  });

export type CardDecision = RawInput<typeof contract.customerCard.stop>;

export function useDecideCard(id: string, verb: 'stop' | 'lift') {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: CardDecision) => call(staffEndpoints.customerCard[verb], input),
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.customer(id) }),
    meta: { showsOwnError: true },
  });
}

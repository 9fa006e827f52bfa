import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

const listMs = 15_000;
const comparingMs = 1500;

export const settlementsQuery = queryOptions({
  queryKey: staffKeys.cardSettlements,
  queryFn: ({ signal }) => call(staffEndpoints.cardSettlement.list, {}, { signal }),
  refetchInterval: listMs,
  meta: { inline: true },
});

/** Asks more often while the file is being compared. */
export const settlementQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffKeys.cardSettlements, id],
    queryFn: ({ signal }) => call(staffEndpoints.cardSettlement.show, { id }, { signal }),
    refetchInterval: ({ state: { data } }) => (isDue(data?.settlement.nextComparisonAt) ? comparingMs : false),
    meta: { inline: true },
  });

export const isDue = (at: string | null | undefined): boolean => typeof at === 'string' && new Date(at) <= new Date();

export function useCompareSettlement() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.cardSettlement.compare>) =>
      call(staffEndpoints.cardSettlement.compare, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.cardSettlements }),
    meta: { showsOwnError: true },
  });
}

import type { Endpoint, RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type EndpointRow } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const secondFactorsQuery = queryOptions({
  queryKey: queryKeys.secondFactors,
  queryFn: ({ signal }) => call(endpoints.secondFactor.list, {}, { signal }),
});

export const openResetQuery = queryOptions({
  queryKey: queryKeys.openFactorReset,
  queryFn: ({ signal }) => call(endpoints.factorReset.show, {}, { signal }),
});

function useFactorWrite<E extends Endpoint>(row: EndpointRow<E>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<E>) => call(row, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.secondFactors }),
    meta: { showsOwnError: true },
  });
}

export const useBeginPasskey = () => useFactorWrite(endpoints.secondFactor.beginPasskey);
export const useAddPasskey = () => useFactorWrite(endpoints.secondFactor.addPasskey);
export const useRenamePasskey = () => useFactorWrite(endpoints.secondFactor.renamePasskey);
export const useBeginTotp = () => useFactorWrite(endpoints.secondFactor.beginTotp);
export const useConfirmTotp = () => useFactorWrite(endpoints.secondFactor.confirmTotp);
export const useRemoveFactor = () => useFactorWrite(endpoints.secondFactor.remove);
export const useStopReset = () => useFactorWrite(endpoints.factorReset.cancel);
export const useMakeRecoveryCodes = () => useFactorWrite(endpoints.secondFactor.makeRecoveryCodes);

import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { refreshSession } from '../../platform/session/session.ts';

export const useReactivate = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.accountStatus.reactivate>) =>
      call(endpoints.accountStatus.reactivate, input),
    onSuccess: () => void refreshSession(),
    meta: { showsOwnError: true },
  });

export function useUnfreeze() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.help.unfreeze>) => call(endpoints.help.unfreeze, input),
    onSuccess: (freeze) => {
      cache.setQueryData(queryKeys.freeze, freeze);
      void refreshSession();
    },
    meta: { showsOwnError: true },
  });
}

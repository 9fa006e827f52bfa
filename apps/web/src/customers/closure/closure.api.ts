import type { contract } from '@larkmere/contract/contract';
import type { ClosureView } from '@larkmere/contract/customers/closure';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { refreshSession } from '../../platform/session/session.ts';

type Contract = typeof contract.closure;

export const closureQuery = queryOptions({
  queryKey: queryKeys.closure,
  queryFn: ({ signal }) => call(endpoints.closure.show, {}, { signal }),
});

/** The status of the account changes with it, so the session is fetched again. */
function useClosureMutation<Input>(mutationFn: (input: Input) => Promise<ClosureView>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (closure) => {
      cache.setQueryData(queryKeys.closure, closure);
      void refreshSession();
    },
    meta: { showsOwnError: true },
  });
}

export const useRequestClosure = () =>
  useClosureMutation((input: RawInput<Contract['request']>) => call(endpoints.closure.request, input));
export const useSetExitAccount = () =>
  useClosureMutation((input: RawInput<Contract['setExitAccount']>) => call(endpoints.closure.setExitAccount, input));
export const useWithdrawClosure = () =>
  useClosureMutation((input: RawInput<Contract['withdraw']>) => call(endpoints.closure.withdraw, input));

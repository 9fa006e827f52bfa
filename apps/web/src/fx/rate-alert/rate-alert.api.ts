import type { contract } from '@larkmere/contract/contract';
import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

const pollIntervalMs = 15_000;

export const alertsQuery = queryOptions({
  queryKey: queryKeys.rateAlerts,
  queryFn: ({ signal }) => call(endpoints.rateAlert.list, {}, { signal }),
  refetchInterval: pollIntervalMs,
});

function useAlertMutation<Input, Result>(write: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.rateAlerts }),
    meta: { showsOwnError: true },
  });
}

export type AlertRequest =
  | { kind: 'add'; input: RawInput<typeof contract.rateAlert.add> }
  | { kind: 'edit'; input: RawInput<typeof contract.rateAlert.edit> };

export const useSaveAlert = () =>
  useAlertMutation(
    (out: AlertRequest): Promise<RateAlertView> =>
      out.kind === 'add' ? call(endpoints.rateAlert.add, out.input) : call(endpoints.rateAlert.edit, out.input),
  );

/** Repeating has no effect, so each press gets a new idempotency key. */
export const useRemoveAlert = () =>
  useAlertMutation(({ uid }: { uid: string }) =>
    call(endpoints.rateAlert.remove, { uid, idempotency: newIdempotencyKey() }),
  );

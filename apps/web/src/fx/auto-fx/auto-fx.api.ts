import type { contract } from '@larkmere/contract/contract';
import type { AutoFxView } from '@larkmere/contract/fx/auto-fx';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

/** Polling interval if the live connection is down. */
const pollIntervalMs = 15_000;

export const autoFxQuery = queryOptions({
  queryKey: queryKeys.autoFx,
  queryFn: ({ signal }) => call(endpoints.autoFx.list, {}, { signal }),
  refetchInterval: pollIntervalMs,
});

export type AutoFxRequest =
  | { kind: 'place'; order: RawInput<typeof contract.autoFx.place> }
  | { kind: 'edit'; order: RawInput<typeof contract.autoFx.edit> };

function useOrderMutation<Input>(write: (input: Input) => Promise<AutoFxView>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => {
      refreshLiveQueries();
      return cache.invalidateQueries({ queryKey: queryKeys.autoFx });
    },
    meta: { showsOwnError: true },
  });
}

export const useSaveOrder = () =>
  useOrderMutation((out: AutoFxRequest) =>
    out.kind === 'place' ? call(endpoints.autoFx.place, out.order) : call(endpoints.autoFx.edit, out.order),
  );

export type OrderStateChange = 'pause' | 'resume' | 'cancel';

/** Repeating a state change has no effect, so each press gets a new idempotency key. */
export const useChangeOrderState = () =>
  useOrderMutation(
    ({ uid, turn, acceptMetTarget }: { uid: string; turn: OrderStateChange; acceptMetTarget?: boolean }) => {
      const named = { uid, idempotency: newIdempotencyKey() };
      return turn === 'resume'
        ? call(endpoints.autoFx.resume, { ...named, acceptMetTarget })
        : call(endpoints.autoFx[turn], named);
    },
  );

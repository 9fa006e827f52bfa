import type { AutoFxView } from '@larkmere/contract/auto-fx';
import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

/** Polling interval if the live connection is down. */
const lookMs = 15_000;

export const autoFxQuery = queryOptions({
  queryKey: keys.autoFx,
  queryFn: ({ signal }) => call(endpoints.autoFx.list, {}, { signal }),
  refetchInterval: lookMs,
});

export type AutoFxOrder =
  | { kind: 'place'; order: Sent<typeof contract.autoFx.place> }
  | { kind: 'edit'; order: Sent<typeof contract.autoFx.edit> };

function useOrderWrite<Input>(write: (input: Input) => Promise<AutoFxView>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => {
      refreshMoney();
      return cache.invalidateQueries({ queryKey: keys.autoFx });
    },
    meta: { shown: true },
  });
}

export const useSetOrder = () =>
  useOrderWrite((out: AutoFxOrder) =>
    out.kind === 'place' ? call(endpoints.autoFx.place, out.order) : call(endpoints.autoFx.edit, out.order),
  );

export type Turn = 'pause' | 'resume' | 'cancel';

/** Repeating a state change has no effect, so each press gets a new idempotency key. */
export const useTurnOrder = () =>
  useOrderWrite(({ uid, turn, acceptMetTarget }: { uid: string; turn: Turn; acceptMetTarget?: boolean }) => {
    const named = { uid, idempotency: newIdempotencyKey() };
    return turn === 'resume'
      ? call(endpoints.autoFx.resume, { ...named, acceptMetTarget })
      : call(endpoints.autoFx[turn], named);
  });

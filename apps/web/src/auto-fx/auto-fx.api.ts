import type { AutoFxView } from '@larkmere/contract/auto-fx';
import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

/** Between two looks at orders at work, should the live line be down. */
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

/** Sends an order once under its key: a new one, or a change. */
export const useSetOrder = () =>
  useOrderWrite((out: AutoFxOrder) =>
    out.kind === 'place' ? call(endpoints.autoFx.place, out.order) : call(endpoints.autoFx.edit, out.order),
  );

export type Turn = 'pause' | 'resume' | 'cancel';

/** Pauses, resumes or ends an order. A repeat changes nothing more, so each press has a key of its own. */
export const useTurnOrder = () =>
  useOrderWrite(({ uid, turn, acceptMetTarget }: { uid: string; turn: Turn; acceptMetTarget?: boolean }) => {
    const named = { uid, idempotency: newIdempotencyKey() };
    return turn === 'resume'
      ? call(endpoints.autoFx.resume, { ...named, acceptMetTarget })
      : call(endpoints.autoFx[turn], named);
  });

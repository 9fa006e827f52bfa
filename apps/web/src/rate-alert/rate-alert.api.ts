import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { RateAlertView } from '@larkmere/contract/rate-alert';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { keys } from '../kernel/keys.ts';

const lookMs = 15_000;

export const alertsQuery = queryOptions({
  queryKey: keys.rateAlerts,
  queryFn: ({ signal }) => call(endpoints.rateAlert.list, {}, { signal }),
  refetchInterval: lookMs,
});

function useAlertWrite<Input, Result>(write: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.rateAlerts }),
    meta: { shown: true },
  });
}

export type AlertWish =
  | { kind: 'add'; wish: Sent<typeof contract.rateAlert.add> }
  | { kind: 'edit'; wish: Sent<typeof contract.rateAlert.edit> };

export const useSetAlert = () =>
  useAlertWrite(
    (out: AlertWish): Promise<RateAlertView> =>
      out.kind === 'add' ? call(endpoints.rateAlert.add, out.wish) : call(endpoints.rateAlert.edit, out.wish),
  );

/** Repeating has no effect, so each press gets a new idempotency key. */
export const useRemoveAlert = () =>
  useAlertWrite(({ uid }: { uid: string }) =>
    call(endpoints.rateAlert.remove, { uid, idempotency: newIdempotencyKey() }),
  );

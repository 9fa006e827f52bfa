import type { contract } from '@larkmere/contract/contract';
import type { DealForDealer } from '@larkmere/contract/fx/manual-fx';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { staffKeys } from '../parts/parts.ts';

const previewMs = 2000;

export const deskQuery = queryOptions({
  queryKey: staffKeys.dealingDesk,
  queryFn: ({ signal }) => call(staffEndpoints.manualFx.workQueue, {}, { signal }),
  meta: { inline: true },
});

export const positionQuery = queryOptions({
  queryKey: staffKeys.position,
  queryFn: ({ signal }) => call(staffEndpoints.treasury.show, {}, { signal }),
  meta: { inline: true },
});

/** Without a margin, the usual one. The server calculates it again and again, because the market moves. */
export const previewQuery = (uid: string, marginBps: number | undefined) =>
  queryOptions({
    queryKey: staffKeys.dealPreview(uid, marginBps),
    queryFn: ({ signal }) =>
      call(staffEndpoints.manualFx.preview, marginBps === undefined ? { uid } : { uid, marginBps }, { signal }),
    refetchInterval: previewMs,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { inline: true },
  });

function useDeskMutation<Input, Reply>(write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.manageDashboard });
      void cache.invalidateQueries({ queryKey: staffKeys.position });
      return cache.invalidateQueries({ queryKey: staffKeys.dealingDesk, exact: true });
    },
    meta: { showsOwnError: true },
  });
}

export type Quote = RawInput<typeof contract.manualFx.quote>;
export type Refusal = RawInput<typeof contract.manualFx.markUnable>;
export type Cover = RawInput<typeof contract.treasury.cover>;
export type DealStep =
  | Readonly<{ verb: 'assign' | 'book'; uid: string; idempotency: string }>
  | Readonly<{ verb: 'approve'; uid: string; number: number; idempotency: string }>;

const takeStep = (step: DealStep): Promise<DealForDealer> => {
  const { verb, ...input } = step;
  if (step.verb === 'approve')
    return call(staffEndpoints.manualFx.approve, {
      uid: step.uid,
      number: step.number,
      idempotency: step.idempotency,
    });
  return call(staffEndpoints.manualFx[verb as 'assign' | 'book'], input);
};

export const useDealStep = () => useDeskMutation(takeStep);
export const useQuoteDeal = () => useDeskMutation((input: Quote) => call(staffEndpoints.manualFx.quote, input));
export const useRefuseDeal = () => useDeskMutation((input: Refusal) => call(staffEndpoints.manualFx.markUnable, input));
export const useCoverPosition = () => useDeskMutation((input: Cover) => call(staffEndpoints.treasury.cover, input));

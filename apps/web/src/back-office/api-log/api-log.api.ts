import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export type CallFilter = Omit<RawInput<typeof contract.apiLog.search>, 'after' | 'idempotency'>;

type Position = Readonly<{ at: string; id: string }>;

export const callsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: staffKeys.calls(filter),
    queryFn: ({ pageParam: after, signal }) =>
      call(staffEndpoints.apiLog.search, { ...filter, ...(after && { after }) }, { signal }),
    initialPageParam: undefined as Position | undefined,
    getNextPageParam: ({ list, hasMore }) => {
      const last = hasMore ? list.at(-1) : undefined;
      return last && { at: last.at, id: last.id };
    },
    placeholderData: keepPreviousData,
    meta: { inline: true },
  });

export const resendsQuery = queryOptions({
  queryKey: staffKeys.resends,
  queryFn: ({ signal }) => call(staffEndpoints.apiLog.listResends, {}, { signal }),
  refetchInterval: 30_000,
  meta: { inline: true },
});

function useResendWrite<Input, Reply>(write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.apiLog }),
    meta: { showsOwnError: true },
  });
}

export const useResend = () =>
  useResendWrite((input: RawInput<typeof contract.apiLog.resend>) => call(staffEndpoints.apiLog.resend, input));

export type ResendDecision = Readonly<{ uid: string; note?: string; idempotency: string }>;

export const useDecideResend = () =>
  useResendWrite(({ uid, note, idempotency }: ResendDecision) =>
    note === undefined
      ? call(staffEndpoints.apiLog.approveResend, { uid, idempotency })
      : call(staffEndpoints.apiLog.refuseResend, { uid, note, idempotency }),
  );

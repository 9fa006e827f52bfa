import type { contract } from '@larkmere/contract/contract';
import type { BulkConversionView, BulkFileView, BulkRowState } from '@larkmere/contract/payments/bulk';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { CurrencyTotal } from './release-totals.ts';

type Sends<Name extends keyof typeof contract.bulkPayment> = RawInput<(typeof contract.bulkPayment)[Name]>;

const pollIntervalMs = 2000;

const isProcessing = ({ counts, payeesToAdd }: BulkFileView): boolean =>
  counts.released + counts.checking + payeesToAdd.checking > 0;

export const filesQuery = queryOptions({
  queryKey: queryKeys.bulkFiles,
  queryFn: ({ signal }) => call(endpoints.bulkPayment.list, {}, { signal }),
});

export const fileQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.bulkFile(uid),
    queryFn: ({ signal }) => call(endpoints.bulkPayment.view, { uid }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isProcessing(data) ? pollIntervalMs : false),
  });

/** The counts are part of the key: when they change, the pages hold other rows. */
export const rowsQuery = ({ uid, counts }: BulkFileView, filter: { state: BulkRowState; page: number }) =>
  queryOptions({
    queryKey: [...queryKeys.bulkRows(uid, filter), counts],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(endpoints.bulkPayment.rows, { uid, ...filter }, { signal }),
  });

type Converted = Readonly<{ currency: CurrencyTotal['currency']; sourceBankholderId: string }>;

/** A rate renews itself while it is shown, and stays while the PIN is entered. */
export const useConversions = ({ uid, digest }: BulkFileView, converted: readonly Converted[], isPaused: boolean) =>
  useQueries({
    queries: converted.map((each) => ({
      queryKey: queryKeys.bulkQuote({ uid, digest, ...each }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(endpoints.bulkPayment.quote, { uid, ...each, idempotency: newIdempotencyKey() }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      meta: { inline: true },
      refetchInterval: ({ state: { data } }: { state: { data: BulkConversionView | undefined } }) =>
        data && !isPaused ? Math.max(1000, data.validSeconds * 1000 - 2000) : (false as const),
    })),
  });

function useBulkMutation<Input, Written>(write: (input: Input) => Promise<Written>, onSettled?: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: onSettled ?? (() => cache.invalidateQueries({ queryKey: queryKeys.bulkFiles })),
    meta: { showsOwnError: true },
  });
}

export const useUploadFile = () =>
  useBulkMutation((input: Sends<'upload'>) => call(endpoints.bulkPayment.upload, input));
export const useCorrectRow = () =>
  useBulkMutation((input: Sends<'correct'>) => call(endpoints.bulkPayment.correct, input));
export const useOverrideNameCheck = () =>
  useBulkMutation((input: Sends<'acceptName'>) => call(endpoints.bulkPayment.acceptName, input));
export const useConfirmRow = () =>
  useBulkMutation((input: Sends<'confirmRow'>) => call(endpoints.bulkPayment.confirmRow, input));
export const useExcludeRow = () =>
  useBulkMutation((input: Sends<'excludeRow'>) => call(endpoints.bulkPayment.excludeRow, input));
export const useAddPayees = () =>
  useBulkMutation((input: Sends<'addPayees'>) => call(endpoints.bulkPayment.addPayees, input));
export const useReleaseFile = () =>
  useBulkMutation((input: Sends<'release'>) => call(endpoints.bulkPayment.release, input), refreshLiveQueries);

import type { BulkFileView, BulkRowState } from '@larkmere/contract/bulk-payment';
import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

type Sends<Name extends keyof typeof contract.bulkPayment> = Sent<(typeof contract.bulkPayment)[Name]>;

const whileRunningMs = 2000;

const isMoving = ({ counts }: BulkFileView): boolean => counts.released + counts.checking > 0;

export const filesQuery = queryOptions({
  queryKey: keys.bulkFiles,
  queryFn: ({ signal }) => call(endpoints.bulkPayment.list, {}, { signal }),
});

export const fileQuery = (uid: string) =>
  queryOptions({
    queryKey: keys.bulkFile(uid),
    queryFn: ({ signal }) => call(endpoints.bulkPayment.view, { uid }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? whileRunningMs : false),
  });

/** The counts are part of the key: when they change, the pages hold other rows. */
export const rowsQuery = ({ uid, counts }: BulkFileView, asked: { state: BulkRowState; page: number }) =>
  queryOptions({
    queryKey: [...keys.bulkRows(uid, asked), counts],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(endpoints.bulkPayment.rows, { uid, ...asked }, { signal }),
  });

function useBulkWrite<Input, Written>(write: (input: Input) => Promise<Written>, onSettled?: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: onSettled ?? (() => cache.invalidateQueries({ queryKey: keys.bulkFiles })),
    meta: { shown: true },
  });
}

export const useUpload = () => useBulkWrite((input: Sends<'upload'>) => call(endpoints.bulkPayment.upload, input));
export const useCorrectRow = () =>
  useBulkWrite((input: Sends<'correct'>) => call(endpoints.bulkPayment.correct, input));
export const useAcceptName = () =>
  useBulkWrite((input: Sends<'acceptName'>) => call(endpoints.bulkPayment.acceptName, input));
export const useLeaveOut = () =>
  useBulkWrite((input: Sends<'leaveOut'>) => call(endpoints.bulkPayment.leaveOut, input));
export const useRelease = () =>
  useBulkWrite((input: Sends<'release'>) => call(endpoints.bulkPayment.release, input), refreshMoney);

import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import type { Purpose } from '@larkmere/contract/purpose';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { type ExportForm, findFault } from './export-form.ts';

const pollMs = 2000;

export const exportsQuery = queryOptions({
  queryKey: queryKeys.statementExports,
  queryFn: ({ signal }) => call(endpoints.statement.listExports, {}, { signal }),
  refetchInterval: ({ state }) => state.data?.list.some((each) => each.state === 'preparing') && pollMs,
});

export const useExportPreview = (form: ExportForm) => {
  const { accounts, from, to, format, layout } = form;
  const input = { accounts: accounts.join(','), from, to, format, layout };
  return useQuery({
    queryKey: [...queryKeys.statementExports, 'preview', input],
    queryFn: ({ signal }) => call(endpoints.statement.previewExport, input, { signal }),
    placeholderData: keepPreviousData,
    enabled: findFault(form) === undefined,
  });
};

export function useCreateExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.statement.createExport>) =>
      call(endpoints.statement.createExport, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.statementExports }),
    meta: { showsOwnError: true },
  });
}

export const exportPurpose = ({ accounts, from, to, format }: ExportForm, idempotency: string): Purpose => ({
  operation: 'statement.export',
  accounts: [...accounts],
  from,
  to,
  format,
  amount: '0',
  currency: 'GBP',
  paymentIdempotency: idempotency,
});

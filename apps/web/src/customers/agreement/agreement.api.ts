import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type Terms = Reply<typeof contract.agreement.showTerms>;

export const termsQuery = queryOptions({
  queryKey: queryKeys.terms,
  queryFn: ({ signal }) => call(endpoints.agreement.showTerms, {}, { signal }),
});

export const useDecideAgreement = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.agreement.decide>) => call(endpoints.agreement.decide, input),
    meta: { showsOwnError: true },
  });

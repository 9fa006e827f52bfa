import type { FactorResetForm, FactorResetItem } from '@larkmere/contract/customers/factor-reset';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { FormSource } from '../kyc/kyc.tsx';
import type { ResetLink } from './reset-link.ts';

const scanPollMs = 1_500;

const isScanning = ({ items }: FactorResetForm): boolean =>
  items.some(({ documents }) => documents.some(({ state }) => state === 'uploaded' || state === 'scanning'));

export const resetFormQuery = (link: ResetLink) =>
  queryOptions({
    queryKey: queryKeys.factorReset(link.id),
    queryFn: ({ signal }) => call(endpoints.factorReset.showForm, link, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isScanning(state.data) ? scanPollMs : false),
    meta: { inline: true },
  });

export function useResetSource(link: ResetLink): FormSource {
  const cache = useQueryClient();
  return useMemo(
    () => ({
      kind: 'person',
      load: async () => (await call(endpoints.factorReset.showForm, link)).items,
      save: () => Promise.reject(new Error('this form has no answers')),
      addDocument: (key, file, { idempotency, ...options }) =>
        call(endpoints.factorReset.addDocument, { ...link, key: key as FactorResetItem, file, idempotency }, options),
      removeDocument: (uid) =>
        call(endpoints.factorReset.removeDocument, { ...link, uid, idempotency: newIdempotencyKey() }),
      refresh: () => cache.invalidateQueries({ queryKey: queryKeys.factorReset(link.id) }),
    }),
    [cache, link],
  );
}

function useResetWrite(link: ResetLink, write: (idempotency: string) => Promise<FactorResetForm>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (form) => cache.setQueryData(queryKeys.factorReset(link.id), form),
    onError: () => cache.invalidateQueries({ queryKey: queryKeys.factorReset(link.id) }),
    meta: { showsOwnError: true },
  });
}

export const useSubmitReset = (link: ResetLink) =>
  useResetWrite(link, (idempotency) => call(endpoints.factorReset.submit, { ...link, idempotency }));
export const useCancelReset = (link: ResetLink) =>
  useResetWrite(link, (idempotency) => call(endpoints.factorReset.cancelByLink, { ...link, idempotency }));

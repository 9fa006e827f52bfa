import type { contract } from '@larkmere/contract/contract';
import type { FirmPersonView, KycForm, KycItemForm } from '@larkmere/contract/customers/kyc';
import type { FirmPersonForm } from '@larkmere/contract/customers/kyc-person';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { FormSource } from './form-source.ts';

const scanPollMs = 1_500;

const isScanning = (items: readonly KycItemForm[]): boolean =>
  items.some(({ documents }) => documents.some(({ state }) => state === 'uploaded' || state === 'scanning'));

/** Once the last file is scanned, the state of the check is fetched again: it says whether everything can be sent. */
export function useKycForm(enabled: boolean) {
  const cache = useQueryClient();
  const form = useQuery({
    queryKey: queryKeys.kycForm,
    queryFn: ({ signal }) => call(endpoints.kyc.form, {}, { signal }),
    enabled,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isScanning(state.data.items) ? scanPollMs : false),
  });
  const isWaiting = form.data !== undefined && isScanning(form.data.items);
  useEffect(() => {
    if (!isWaiting) return undefined;
    return () => void cache.invalidateQueries({ queryKey: queryKeys.kyc, exact: true });
  }, [cache, isWaiting]);
  return form;
}

export function useCustomerSource(level: 'person' | 'business'): FormSource {
  const cache = useQueryClient();
  return useMemo(
    () => ({
      kind: level,
      load: async () => (await call(endpoints.kyc.form, {})).items,
      save: async (key, answers) => {
        await cache.cancelQueries({ queryKey: queryKeys.kyc });
        const item = await call(endpoints.kyc.saveItem, { key, answers, idempotency: newIdempotencyKey() });
        cache.setQueryData(queryKeys.kycForm, (form: KycForm | undefined) => form && withItem(form, item));
        return item;
      },
      addDocument: (key, file, { idempotency, ...options }) =>
        call(endpoints.kyc.addDocument, { key, file, idempotency }, options),
      removeDocument: (uid) => call(endpoints.kyc.removeDocument, { uid, idempotency: newIdempotencyKey() }),
      refresh: () => cache.invalidateQueries({ queryKey: queryKeys.kyc }),
    }),
    [cache, level],
  );
}

const withItem = <Form extends { items: readonly KycItemForm[] }>(form: Form, item: KycItemForm): Form => ({
  ...form,
  items: form.items.map((each) => (each.key === item.key ? item : each)),
});

export function useSubmitKyc() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (idempotency: string) => call(endpoints.kyc.submit, { idempotency }),
    onSettled: () => refreshKyc(cache),
    meta: { showsOwnError: true },
  });
}

const refreshKyc = (cache: QueryClient) => cache.invalidateQueries({ queryKey: queryKeys.kyc });

type KycEndpoints = typeof contract.kyc;
type NewPerson = RawInput<KycEndpoints['addPerson']>;

/** Changes the person with this uid, or adds one. */
export function useSavePerson(uid: string | undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (person: NewPerson): Promise<FirmPersonView> =>
      uid === undefined ? call(endpoints.kyc.addPerson, person) : call(endpoints.kyc.editPerson, { uid, ...person }),
    onSettled: () => refreshKyc(cache),
    meta: { showsOwnError: true },
  });
}

export function useRemovePerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (uid: string) => call(endpoints.kyc.removePerson, { uid, idempotency: newIdempotencyKey() }),
    onSettled: () => refreshKyc(cache),
  });
}

export function useInvitePerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (uid: string) => call(endpoints.kyc.invitePerson, { uid, idempotency: newIdempotencyKey() }),
    onSettled: () => refreshKyc(cache),
  });
}

/** What the link in the e-mail carries. */
export type PersonLink = Readonly<{ id: string; code: string }>;

export const personFormQuery = (link: PersonLink) =>
  queryOptions({
    queryKey: queryKeys.kycPerson(link.id),
    queryFn: ({ signal }) => call(endpoints.kycPerson.show, link, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isScanning(state.data.items) ? scanPollMs : false),
    meta: { inline: true },
  });

export function usePersonSource(link: PersonLink): FormSource {
  const cache = useQueryClient();
  return useMemo(() => {
    const { queryKey } = personFormQuery(link);
    return {
      kind: 'firm_person',
      load: async () => (await call(endpoints.kycPerson.show, link)).items,
      save: async (key, answers) => {
        await cache.cancelQueries({ queryKey });
        const item = await call(endpoints.kycPerson.saveItem, {
          ...link,
          key,
          answers,
          idempotency: newIdempotencyKey(),
        });
        cache.setQueryData(queryKey, (form: FirmPersonForm | undefined) => form && withItem(form, item));
        return item;
      },
      addDocument: (key, file, { idempotency, ...options }) =>
        call(endpoints.kycPerson.addDocument, { ...link, key, file, idempotency }, options),
      removeDocument: (uid) =>
        call(endpoints.kycPerson.removeDocument, { ...link, uid, idempotency: newIdempotencyKey() }),
      refresh: () => cache.invalidateQueries({ queryKey }),
    };
  }, [cache, link]);
}

export function useSubmitPerson(link: PersonLink) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (idempotency: string) => call(endpoints.kycPerson.submit, { ...link, idempotency }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.kycPerson(link.id) }),
    meta: { showsOwnError: true },
  });
}

export const useCountries = () =>
  useQuery({
    queryKey: queryKeys.countries,
    queryFn: ({ signal }) => call(endpoints.country.list, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

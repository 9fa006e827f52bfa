import type { contract } from '@larkmere/contract/contract';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

type Sends<Name extends keyof typeof contract.payee> = RawInput<(typeof contract.payee)[Name]>;

export const payeesQuery = queryOptions({
  queryKey: queryKeys.payees,
  queryFn: ({ signal }) => call(endpoints.payee.list, {}, { signal }),
});

export const payeeQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.payee(uid),
    queryFn: ({ signal }) => call(endpoints.payee.view, { uid }, { signal }),
  });

export const domesticPayeesQuery = (currency: 'GBP' | 'EUR' | 'THB') =>
  queryOptions({
    queryKey: [...queryKeys.payees, 'usable', currency],
    queryFn: async ({ signal }) => {
      if (currency === 'GBP') return call(endpoints.payee.usableGbp, {}, { signal });
      if (currency === 'EUR') return call(endpoints.payee.usableEur, {}, { signal });
      const inBaht = await call(endpoints.payee.usableSwt, { x: currency }, { signal });
      return inBaht.filter(({ type }) => type === 'thb');
    },
  });

export const payablePayeesQuery = (currency: PayeeView['currency']) =>
  queryOptions({
    queryKey: [...queryKeys.payees, 'reachable', currency],
    queryFn: async ({ signal }) => {
      const others = await call(endpoints.payee.usableSwt, { x: currency }, { signal });
      const atHome =
        currency === 'GBP'
          ? await call(endpoints.payee.usableGbp, {}, { signal })
          : currency === 'EUR'
            ? await call(endpoints.payee.usableEur, {}, { signal })
            : others.filter(({ type }) => type === 'thb');
      return [...atHome, ...others.filter(({ type }) => ['swt', 'swiftatw', 'usd'].includes(type))];
    },
  });

/** Requirements change only with a release. */
export const requirementsQuery = (question: Sends<'requirements'>) =>
  queryOptions({
    queryKey: queryKeys.requirements(question),
    queryFn: ({ signal }) => call(endpoints.payee.requirements, question, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const countriesQuery = queryOptions({
  queryKey: queryKeys.countries,
  queryFn: ({ signal }) => call(endpoints.country.list, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const bankQuery = (question: RawInput<typeof contract.bankDirectory.findByIdentifier>) =>
  queryOptions({
    queryKey: queryKeys.bank(question),
    queryFn: ({ signal }) => call(endpoints.bankDirectory.findByIdentifier, question, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { inline: true },
  });

export const useNameCheck = () =>
  useMutation({
    mutationFn: (question: Sends<'checkName'>) => call(endpoints.payee.checkName, question),
    meta: { showsOwnError: true },
  });

const usePayeeMutation = <Input, Saved>(write: (input: Input) => Promise<Saved>) =>
  useMutation({ mutationFn: write, onSettled: refreshLiveQueries, meta: { showsOwnError: true } });

export const useAddPayee = () => usePayeeMutation((input: Sends<'add'>) => call(endpoints.payee.add, input));
export const useEditPayee = () => usePayeeMutation((input: Sends<'edit'>) => call(endpoints.payee.edit, input));

export function useSetFavourite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Sends<'setFavourite'>) => call(endpoints.payee.setFavourite, input),
    onSuccess: (payee) => {
      cache.setQueryData(payeeQuery(payee.uid).queryKey, payee);
      cache.setQueryData(payeesQuery.queryKey, (payees) =>
        payees?.map((each) => (each.uid === payee.uid ? payee : each)),
      );
    },
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.payees }),
    meta: { showsOwnError: true },
  });
}

/** Leaves the payee's page before clearing its cache, so that the page does not fetch it again. */
export function useRemovePayee(leave: () => Promise<void>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Sends<'remove'>) => call(endpoints.payee.remove, input),
    onSuccess: async (_, { uid }) => {
      cache.setQueryData(payeesQuery.queryKey, (payees) => payees?.filter((payee) => payee.uid !== uid));
      await leave();
      cache.removeQueries({ queryKey: queryKeys.payee(uid) });
      refreshLiveQueries();
    },
    meta: { showsOwnError: true },
  });
}

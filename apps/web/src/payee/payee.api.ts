import type { contract } from '@larkmere/contract/contract';
import type { Reply, Sent } from '@larkmere/contract/endpoint';
import type { PayeeView } from '@larkmere/contract/payee';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

type Sends<Name extends keyof typeof contract.payee> = Sent<(typeof contract.payee)[Name]>;

export const payeesQuery = queryOptions({
  queryKey: keys.payees,
  queryFn: ({ signal }) => call(endpoints.payee.list, {}, { signal }),
});

export const payeeQuery = (uid: string) =>
  queryOptions({
    queryKey: keys.payee(uid),
    queryFn: ({ signal }) => call(endpoints.payee.view, { uid }, { signal }),
  });

export const usableQuery = (currency: 'GBP' | 'EUR' | 'THB') =>
  queryOptions({
    queryKey: [...keys.payees, 'usable', currency],
    queryFn: async ({ signal }) => {
      if (currency === 'GBP') return call(endpoints.payee.usableGbp, {}, { signal });
      if (currency === 'EUR') return call(endpoints.payee.usableEur, {}, { signal });
      const inBaht = await call(endpoints.payee.usableSwt, { x: currency }, { signal });
      return inBaht.filter(({ type }) => type === 'thb');
    },
  });

export const reachableQuery = (currency: PayeeView['currency']) =>
  queryOptions({
    queryKey: [...keys.payees, 'reachable', currency],
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
export const requirementsQuery = (asked: Sends<'requirements'>) =>
  queryOptions({
    queryKey: keys.requirements(asked),
    queryFn: ({ signal }) => call(endpoints.payee.requirements, asked, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const countriesQuery = queryOptions({
  queryKey: keys.countries,
  queryFn: ({ signal }) => call(endpoints.country.list, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const bankQuery = (asked: Sent<typeof contract.bankDirectory.bankOf>) =>
  queryOptions({
    queryKey: keys.bank(asked),
    queryFn: ({ signal }) => call(endpoints.bankDirectory.bankOf, asked, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { inline: true },
  });

export const useNameCheck = () =>
  useMutation({
    mutationFn: (question: Sends<'checkName'>) => call(endpoints.payee.checkName, question),
    meta: { shown: true },
  });

const usePayeeWrite = <Input, Saved>(write: (input: Input) => Promise<Saved>) =>
  useMutation({ mutationFn: write, onSettled: refreshMoney, meta: { shown: true } });

export const useAddPayee = () => usePayeeWrite((input: Sends<'add'>) => call(endpoints.payee.add, input));
export const useEditPayee = () => usePayeeWrite((input: Sends<'edit'>) => call(endpoints.payee.edit, input));

export function useStarPayee() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Sends<'star'>) => call(endpoints.payee.star, input),
    onSuccess: (payee) => {
      cache.setQueryData(payeeQuery(payee.uid).queryKey, payee);
      cache.setQueryData(payeesQuery.queryKey, (payees) =>
        payees?.map((each) => (each.uid === payee.uid ? payee : each)),
      );
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.payees }),
    meta: { shown: true },
  });
}

export const namePolicyQuery = queryOptions({
  queryKey: [...keys.teamApprovals, 'name-policy'],
  queryFn: ({ signal }) => call(endpoints.payee.namePolicy, {}, { signal }),
});

export function useSetNamePolicy(onDone: (policy: Reply<typeof contract.payee.setNamePolicy>) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Sends<'setNamePolicy'>) => call(endpoints.payee.setNamePolicy, input),
    onSuccess: onDone,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.teamApprovals }),
    meta: { shown: true },
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
      cache.removeQueries({ queryKey: keys.payee(uid) });
      refreshMoney();
    },
    meta: { shown: true },
  });
}

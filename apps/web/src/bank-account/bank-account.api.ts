import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

/** The customer's accounts as one list; the server sends them grouped by currency. Its failure is a toast too. */
export const accountsQuery = queryOptions({
  queryKey: keys.accounts,
  queryFn: ({ signal }) => call(endpoints.bankAccount.list, {}, { signal }),
  select: (grouped) => Object.values(grouped).flat(),
});

/** The figures of one account, and what is set aside on it. */
export const balanceQuery = (bankholderid: string) =>
  queryOptions({
    queryKey: keys.balance(bankholderid),
    queryFn: ({ signal }) => call(endpoints.bankAccount.balance, { bankholderid }, { signal }),
  });

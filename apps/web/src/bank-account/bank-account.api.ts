import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export const accountsQuery = queryOptions({
  queryKey: keys.accounts,
  queryFn: ({ signal }) => call(endpoints.bankAccount.list, {}, { signal }),
  select: (grouped) => Object.values(grouped).flat(),
});

export const balanceQuery = (bankholderid: string) =>
  queryOptions({
    queryKey: keys.balance(bankholderid),
    queryFn: ({ signal }) => call(endpoints.bankAccount.balance, { bankholderid }, { signal }),
  });

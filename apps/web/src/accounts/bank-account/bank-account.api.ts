import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const accountsQuery = queryOptions({
  queryKey: queryKeys.accounts,
  queryFn: ({ signal }) => call(endpoints.bankAccount.list, {}, { signal }),
  select: (grouped) => Object.values(grouped).flat(),
});

export const balanceQuery = (bankholderid: string) =>
  queryOptions({
    queryKey: queryKeys.balance(bankholderid),
    queryFn: ({ signal }) => call(endpoints.bankAccount.balance, { bankholderid }, { signal }),
  });

import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

type Sends<Name extends keyof typeof contract.user> = RawInput<(typeof contract.user)[Name]>;
export type Users = Reply<typeof contract.user.list>;

export const usersQuery = (customerId: string) =>
  queryOptions({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => call(endpoints.user.list, { id: customerId }, { signal }),
  });

export const userQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.user(uid),
    queryFn: ({ signal }) => call(endpoints.user.show, { id: uid }, { signal }),
  });

export type UserOrder =
  | { kind: 'invite'; order: Sends<'invite'> }
  | { kind: 'update'; order: Sends<'update'> }
  | { kind: 'remove'; order: Sends<'remove'> }
  | { kind: 'resetPin'; order: Sends<'resetPin'> }
  | { kind: 'resend'; order: Sends<'resend'> };

function send(asked: UserOrder): Promise<unknown> {
  if (asked.kind === 'invite') return call(endpoints.user.invite, asked.order);
  if (asked.kind === 'update') return call(endpoints.user.update, asked.order);
  if (asked.kind === 'remove') return call(endpoints.user.remove, asked.order);
  if (asked.kind === 'resetPin') return call(endpoints.user.resetPin, asked.order);
  return call(endpoints.user.resend, asked.order);
}

/** A refusal loads again too: what it is about may have changed meanwhile. */
export function useChangeUsers() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: queryKeys.users }),
        cache.invalidateQueries({ queryKey: queryKeys.teamApprovalRules }),
      ]),
    meta: { showsOwnError: true },
  });
}

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

function send(request: UserOrder): Promise<unknown> {
  if (request.kind === 'invite') return call(endpoints.user.invite, request.order);
  if (request.kind === 'update') return call(endpoints.user.update, request.order);
  if (request.kind === 'remove') return call(endpoints.user.remove, request.order);
  if (request.kind === 'resetPin') return call(endpoints.user.resetPin, request.order);
  return call(endpoints.user.resend, request.order);
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

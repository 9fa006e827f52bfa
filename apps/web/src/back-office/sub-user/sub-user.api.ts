import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const subUsersQuery = (customerId: string) =>
  queryOptions({
    queryKey: staffKeys.subUsers(customerId),
    queryFn: ({ signal }) => call(staffEndpoints.subUser.list, { id: customerId }, { signal }),
    meta: { inline: true },
  });

export const customerNameQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.customer(id),
    queryFn: ({ signal }) => call(staffEndpoints.customerFile.show, { id }, { signal }),
    meta: { inline: true },
  });

/** A refusal loads again too: what it is about may have changed meanwhile. */
function useSubUserWrite<Input, Reply>(customerId: string, write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => cache.invalidateQueries({ queryKey: staffKeys.customer(customerId) }),
    meta: { showsOwnError: true },
  });
}

type Sends<Name extends keyof typeof contract.subUser> = RawInput<(typeof contract.subUser)[Name]>;
const rows = staffEndpoints.subUser;

export const useInviteSubUser = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'invite'>) => call(rows.invite, input));
export const useUpdateSubUser = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'update'>) => call(rows.update, input));
export const useRemoveSubUser = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'remove'>) => call(rows.remove, input));
export const useResetSubUserPin = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'resetPin'>) => call(rows.resetPin, input));
export const useChangeSubUserPassword = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'changePassword'>) => call(rows.changePassword, input));
export const useAgreeToAccess = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'agree'>) => call(rows.agree, input));
export const useWithdrawAccess = (customerId: string) =>
  useSubUserWrite(customerId, (input: Sends<'withdraw'>) => call(rows.withdraw, input));
export const useConfirmIdentity = (customerId: string) =>
  useSubUserWrite(customerId, (input: RawInput<typeof contract.memberCheckReview.confirm>) =>
    call(staffEndpoints.memberCheckReview.confirm, input),
  );

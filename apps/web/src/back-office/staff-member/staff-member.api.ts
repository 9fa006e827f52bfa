import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const staffQuery = queryOptions({
  queryKey: staffKeys.members,
  queryFn: ({ signal }) => call(staffEndpoints.staffMember.list, {}, { signal }),
  meta: { inline: true },
});

export const staffInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: staffKeys.invitation(token),
    queryFn: ({ signal }) => call(staffEndpoints.staffMember.showInvitation, { token }, { signal }),
    meta: { inline: true },
  });

type Change = Readonly<{ uid: string; idempotency: string }>;
/** What is done to an account: proposed, or at once for a suspension. */
export type StaffWrite =
  | ({ verb: 'invite' } & RawInput<typeof contract.staffMember.invite>)
  | ({ verb: 'changeRole' } & RawInput<typeof contract.staffMember.changeRole>)
  | ({ verb: 'suspend' | 'reinstate' } & RawInput<typeof contract.staffMember.suspend>)
  | ({ verb: 'approve' } & Change)
  | ({ verb: 'refuse'; note: string } & Change);

function write({ verb, ...input }: StaffWrite) {
  return call(staffEndpoints.staffMember[verb] as typeof staffEndpoints.staffMember.invite, input as never);
}

export function useWriteStaff() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (list) => {
      cache.setQueryData(staffQuery.queryKey, list);
      return cache.invalidateQueries({ queryKey: staffKeys.roles });
    },
    meta: { showsOwnError: true },
  });
}

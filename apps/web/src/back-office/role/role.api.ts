import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const rolesQuery = queryOptions({
  queryKey: staffKeys.roles,
  queryFn: ({ signal }) => call(staffEndpoints.role.show, {}, { signal }),
  meta: { inline: true },
});

export type RoleProposal = RawInput<typeof contract.role.propose>;

export function useProposeRoles() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RoleProposal) => call(staffEndpoints.role.propose, input),
    onSuccess: (document) => cache.setQueryData(rolesQuery.queryKey, document),
    meta: { showsOwnError: true },
  });
}

export type RoleDecision = Readonly<{ uid: string; note?: string; idempotency: string }>;

export function useDecideRoles() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ uid, note, idempotency }: RoleDecision) =>
      note === undefined
        ? call(staffEndpoints.role.approve, { uid, idempotency })
        : call(staffEndpoints.role.refuse, { uid, note, idempotency }),
    onSuccess: (document) => cache.setQueryData(rolesQuery.queryKey, document),
    meta: { showsOwnError: true },
  });
}

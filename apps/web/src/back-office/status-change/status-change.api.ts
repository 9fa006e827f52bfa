import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const statusQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.accountStatus(id),
    queryFn: ({ signal }) => call(staffEndpoints.statusChange.show, { id }, { signal }),
    meta: { inline: true },
  });

export type StatusOrder = RawInput<typeof contract.statusChange.change>;
export type StatusRefusal = RawInput<typeof contract.statusChange.refuse>;

/** The header, the count on the tab and the audit change with the status. */
function useStatusWrite<Input>(id: string, write: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.customer(id) }),
    meta: { showsOwnError: true },
  });
}

export const useChangeStatus = (id: string) =>
  useStatusWrite(id, (input: StatusOrder) => call(staffEndpoints.statusChange.change, input));

export const useRefuseStatus = (id: string) =>
  useStatusWrite(id, (input: StatusRefusal) => call(staffEndpoints.statusChange.refuse, input));

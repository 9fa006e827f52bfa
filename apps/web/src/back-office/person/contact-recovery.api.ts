import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const contactRecoveriesQuery = (customerId: string) =>
  queryOptions({
    queryKey: staffKeys.customerTab(customerId, 'contact-recovery'),
    queryFn: ({ signal }) => call(staffEndpoints.personContactRecovery.list, { id: customerId }, { signal }),
    meta: { inline: true },
  });

type Calls = typeof contract.personContactRecovery;

function useChange<Input, Reply>(customerId: string, write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => cache.invalidateQueries({ queryKey: contactRecoveriesQuery(customerId).queryKey }),
    meta: { showsOwnError: true },
  });
}

export const usePrepareRecovery = (customerId: string) =>
  useChange(customerId, (input: RawInput<Calls['prepare']>) =>
    call(staffEndpoints.personContactRecovery.prepare, input),
  );

export const useApproveRecovery = (customerId: string) =>
  useChange(customerId, (input: RawInput<Calls['approve']>) =>
    call(staffEndpoints.personContactRecovery.approve, input),
  );

export const useRefuseRecovery = (customerId: string) =>
  useChange(customerId, (input: RawInput<Calls['refuse']>) => call(staffEndpoints.personContactRecovery.refuse, input));

export const useWithdrawRecovery = (customerId: string) =>
  useChange(customerId, (input: RawInput<Calls['withdraw']>) =>
    call(staffEndpoints.personContactRecovery.withdraw, input),
  );

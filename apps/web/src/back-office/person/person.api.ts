import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const peopleQuery = (customerId: string) =>
  queryOptions({
    queryKey: staffKeys.customerTab(customerId, 'people'),
    queryFn: ({ signal }) => call(staffEndpoints.customerFile.people, { id: customerId }, { signal }),
    meta: { inline: true },
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.person(id),
    queryFn: ({ signal }) => call(staffEndpoints.person.show, { id }, { signal }),
    meta: { inline: true },
  });

function useHelp<Input, Reply>(customerId: string, write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.customer(customerId) }),
    meta: { showsOwnError: true },
  });
}

type Sends<Name extends keyof typeof contract.person> = RawInput<(typeof contract.person)[Name]>;

export const useResetPin = (customerId: string) =>
  useHelp(customerId, (input: Sends<'resetPin'>) => call(staffEndpoints.person.resetPin, input));

export const useChangePassword = (customerId: string) =>
  useHelp(customerId, (input: Sends<'changePassword'>) => call(staffEndpoints.person.changePassword, input));

export const useCorrectPerson = (customerId: string) =>
  useHelp(customerId, (input: Sends<'correct'>) => call(staffEndpoints.person.correct, input));

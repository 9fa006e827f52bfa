import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const rateDeskQuery = queryOptions({
  queryKey: staffKeys.rateDesk,
  queryFn: ({ signal }) => call(staffEndpoints.rateDesk.list, {}, { signal }),
  refetchInterval: 10_000,
  meta: { inline: true },
});

export type ManualRateProposal = RawInput<typeof contract.rateDesk.propose>;

/** What is done to a manual rate (`of` is its id) or to a source (`of` is its name). */
export type DeskStep = Readonly<{
  verb: 'approve' | 'refuse' | 'end' | 'turnOff' | 'askOn' | 'approveOn' | 'refuseOn';
  of: string;
  text: string;
  idempotency: string;
}>;

function send({ verb, of, text, idempotency }: DeskStep) {
  switch (verb) {
    case 'approve':
      return call(staffEndpoints.rateDesk.approve, { uid: of, idempotency });
    case 'refuse':
      return call(staffEndpoints.rateDesk.refuse, { uid: of, note: text, idempotency });
    case 'end':
      return call(staffEndpoints.rateDesk.end, { uid: of, idempotency });
    case 'turnOff':
      return call(staffEndpoints.rateDesk.turnOff, { name: of, reason: text, idempotency });
    case 'askOn':
      return call(staffEndpoints.rateDesk.askOn, { name: of, reason: text, idempotency });
    case 'approveOn':
      return call(staffEndpoints.rateDesk.approveOn, { name: of, idempotency });
    case 'refuseOn':
      return call(staffEndpoints.rateDesk.refuseOn, { name: of, idempotency });
  }
}

function useDesk<Input>(write: (input: Input) => ReturnType<typeof send>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (desk) => cache.setQueryData(rateDeskQuery.queryKey, desk),
    onError: () => cache.invalidateQueries({ queryKey: rateDeskQuery.queryKey }),
    meta: { showsOwnError: true },
  });
}

export const useProposeRate = () =>
  useDesk((input: ManualRateProposal) => call(staffEndpoints.rateDesk.propose, input));
export const useDeskStep = () => useDesk(send);

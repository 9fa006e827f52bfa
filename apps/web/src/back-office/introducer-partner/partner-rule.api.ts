import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const partnerQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.customerTab(id, 'partner'),
    queryFn: ({ signal }) => call(staffEndpoints.partnerRule.show, { id }, { signal }),
    meta: { inline: true },
  });

type PartnerRule = typeof contract.partnerRule;
export type RuleProposal = RawInput<PartnerRule['propose']>;
export type RuleDecision =
  | ({ verb: 'approve' } & RawInput<PartnerRule['approve']>)
  | ({ verb: 'refuse' } & RawInput<PartnerRule['refuse']>)
  | ({ verb: 'withdraw' } & RawInput<PartnerRule['withdraw']>)
  | ({ verb: 'callOff' } & RawInput<PartnerRule['callOff']>);

/** The header, the count on the tab and the audit change with the rule. */
function useRuleWrite<Input>(id: string, write: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.customer(id) }),
    meta: { showsOwnError: true },
  });
}

export const useProposeRule = (id: string) =>
  useRuleWrite(id, (input: RuleProposal) => call(staffEndpoints.partnerRule.propose, input));

export const useDecideRule = (id: string) =>
  useRuleWrite(id, ({ verb, ...input }: RuleDecision) => {
    const { approve, refuse, withdraw, callOff } = staffEndpoints.partnerRule;
    const row = { approve, refuse, withdraw, callOff }[verb];
    return call(row as typeof approve, input as never);
  });

import type { contract } from '@larkmere/contract/contract';
import type { Reply, Sent } from '@larkmere/contract/endpoint';
import type { RequestView, RuleView } from '@larkmere/contract/team-approval';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

type Sends<Name extends keyof typeof contract.teamApproval> = Sent<(typeof contract.teamApproval)[Name]>;
export type Box = NonNullable<Sends<'list'>['box']>;
export type TeamRules = Reply<typeof contract.teamApproval.rules>;

const lookMs = 10_000;

export const boxQuery = (box: Box) =>
  queryOptions({
    queryKey: keys.teamApprovalBox(box),
    queryFn: ({ signal }) => call(endpoints.teamApproval.list, { box }, { signal }),
    select: ({ list }) => list,
    refetchInterval: box === 'decided' ? false : lookMs,
  });

export const countQuery = queryOptions({
  queryKey: keys.teamApprovalCount,
  queryFn: ({ signal }) => call(endpoints.teamApproval.count, {}, { signal }),
});

/** Polls while the request is open, because another colleague may decide. */
export const requestQuery = (uid: string) =>
  queryOptions({
    queryKey: keys.teamApproval(uid),
    queryFn: ({ signal }) => call(endpoints.teamApproval.show, { uid }, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'open' ? lookMs : false),
  });

export const rulesQuery = queryOptions({
  queryKey: keys.teamApprovalRules,
  queryFn: ({ signal }) => call(endpoints.teamApproval.rules, {}, { signal }),
});

export type Decision =
  | { kind: 'approve'; order: Sends<'approve'> }
  | { kind: 'reject'; order: Sends<'reject'> }
  | { kind: 'recall'; order: Sends<'recall'> };

function decide(decision: Decision): Promise<RequestView> {
  if (decision.kind === 'approve') return call(endpoints.teamApproval.approve, decision.order);
  if (decision.kind === 'reject') return call(endpoints.teamApproval.reject, decision.order);
  return call(endpoints.teamApproval.recall, decision.order);
}

export function useDecide(onDone: (request: RequestView) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: (request) => {
      cache.setQueryData(keys.teamApproval(request.uid), request);
      onDone(request);
    },
    onSettled: refreshMoney,
    meta: { shown: true },
  });
}

type RuleWrite = { kind: 'save'; rule: Sends<'saveRule'> } | { kind: 'retire'; rule: Sends<'retireRule'> };

export function useWriteRule(onDone: (rule: RuleView) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, rule }: RuleWrite) =>
      kind === 'save' ? call(endpoints.teamApproval.saveRule, rule) : call(endpoints.teamApproval.retireRule, rule),
    onSuccess: onDone,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.teamApprovals }),
    meta: { shown: true },
  });
}

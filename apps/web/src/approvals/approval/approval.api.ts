import type { ApprovalRequestView, ApprovalRuleView } from '@larkmere/contract/approvals/approval';
import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

type Sends<Name extends keyof typeof contract.approval> = RawInput<(typeof contract.approval)[Name]>;
export type RequestBox = NonNullable<Sends<'list'>['box']>;
export type ApprovalRules = Reply<typeof contract.approval.rules>;

const pollIntervalMs = 10_000;

export const requestsQuery = (box: RequestBox) =>
  queryOptions({
    queryKey: queryKeys.teamApprovalBox(box),
    queryFn: ({ signal }) => call(endpoints.approval.list, { box }, { signal }),
    select: ({ list }) => list,
    refetchInterval: box === 'decided' ? false : pollIntervalMs,
  });

export const countQuery = queryOptions({
  queryKey: queryKeys.teamApprovalCount,
  queryFn: ({ signal }) => call(endpoints.approval.count, {}, { signal }),
});

/** Polls while the request is open, because another colleague may decide. */
export const requestQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.teamApproval(uid),
    queryFn: ({ signal }) => call(endpoints.approval.show, { uid }, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'open' ? pollIntervalMs : false),
  });

export const rulesQuery = queryOptions({
  queryKey: queryKeys.teamApprovalRules,
  queryFn: ({ signal }) => call(endpoints.approval.rules, {}, { signal }),
});

export type RequestDecision =
  | { kind: 'approve'; order: Sends<'approve'> }
  | { kind: 'reject'; order: Sends<'reject'> }
  | { kind: 'recall'; order: Sends<'recall'> };

function sendDecision(decision: RequestDecision): Promise<ApprovalRequestView> {
  if (decision.kind === 'approve') return call(endpoints.approval.approve, decision.order);
  if (decision.kind === 'reject') return call(endpoints.approval.reject, decision.order);
  return call(endpoints.approval.recall, decision.order);
}

export function useDecideRequest(onDone: (request: ApprovalRequestView) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendDecision,
    onSuccess: (request) => {
      cache.setQueryData(queryKeys.teamApproval(request.uid), request);
      onDone(request);
    },
    onSettled: refreshLiveQueries,
    meta: { showsOwnError: true },
  });
}

type RuleChange = { kind: 'save'; rule: Sends<'saveRule'> } | { kind: 'retire'; rule: Sends<'retireRule'> };

export function useSaveRule(onDone: (rule: ApprovalRuleView) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, rule }: RuleChange) =>
      kind === 'save' ? call(endpoints.approval.saveRule, rule) : call(endpoints.approval.retireRule, rule),
    onSuccess: onDone,
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.teamApprovals }),
    meta: { showsOwnError: true },
  });
}

export const namePolicyQuery = queryOptions({
  queryKey: [...queryKeys.teamApprovals, 'name-policy'],
  queryFn: ({ signal }) => call(endpoints.payee.nameCheckPolicy, {}, { signal }),
});

export function useSetNamePolicy(onDone: (policy: Reply<typeof contract.payee.setNameCheckPolicy>) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.payee.setNameCheckPolicy>) =>
      call(endpoints.payee.setNameCheckPolicy, input),
    onSuccess: onDone,
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.teamApprovals }),
    meta: { showsOwnError: true },
  });
}

import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { Colleague } from './evaluate-rules.ts';
import type { ApprovalDecisionRow, ApprovalRequestRow } from './request.sql.ts';

export const toPersonView = (people: readonly Colleague[], id: string): ApprovalRequestSummary['maker'] => ({
  uid: id,
  name: people.find((each) => each.id === id)?.name ?? '',
});

export const selectApprovals = (
  { id }: ApprovalRequestRow,
  decisions: readonly ApprovalDecisionRow[],
): ApprovalDecisionRow[] => decisions.filter(({ requestId, verdict }) => requestId === id && verdict === 'approve');

export const toRequestSummary = (
  request: ApprovalRequestRow,
  decisions: readonly ApprovalDecisionRow[],
  people: readonly Colleague[],
): ApprovalRequestSummary => ({
  uid: request.id,
  state: request.state,
  maker: toPersonView(people, request.makerId),
  approvedCount: selectApprovals(request, decisions).length,
  requiredCount: request.approvalsNeeded,
  expiresAt: request.expiresAt.toISOString(),
  note: request.note,
});

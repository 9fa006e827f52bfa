export { loadAccountLabels } from './account-labels.ts';
export { type ApprovalHandlers, defineApproval, type MakerCtx } from './approvable.ts';
export {
  type ApprovalCompletedEvent,
  type ApprovalRequestedEvent,
  approvalCompleted,
  approvalRequested,
} from './approval-events.ts';
export {
  findApprovalRequirements,
  managerRequirements,
  mergeRequirements,
  shortestExpiryDays,
} from './approval-requirements.ts';
export type { ApprovalRequirement } from './evaluate-rules.ts';
export { findApprovableSubjects, loadRequestSummaries } from './find-requests.ts';
export { findStuckRules } from './find-stuck-rules.ts';
export type { ApprovalContent } from './request.sql.ts';
export { voidApproval } from './request-approval.ts';
export { selectActiveRules } from './rule.sql.ts';

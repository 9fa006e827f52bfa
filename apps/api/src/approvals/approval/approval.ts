export { type ApprovalHandlers, defineApproval, type MakerCtx } from './approvable.ts';
export {
  findApprovalRequirements,
  managerRequirements,
  mergeRequirements,
  shortestExpiryDays,
} from './approval-requirements.ts';
export type { ApprovalRequirement } from './evaluate-rules.ts';
export { findStuckRules } from './find-stuck-rules.ts';
export { findApprovableSubjects, loadRequestSummaries } from './list-requests.ts';
export type { ApprovalContent } from './request.sql.ts';
export { loadAccountLabels } from './request.view.ts';
export {
  type ApprovalCompletedEvent,
  type ApprovalRequestedEvent,
  approvalCompleted,
  approvalRequested,
  voidApproval,
} from './request-approval.ts';
export { selectActiveRules } from './rule.sql.ts';

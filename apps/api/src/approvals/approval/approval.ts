/**
 * Approval by colleagues (four eyes): rules say who must approve what, and requests collect the decisions.
 * Each kind of item has a handler that locks, describes, releases and rejects it (`approvable.ts`).
 * A request keeps the requirements of the moment it was made.
 */

export { type ApprovalHandlers, defineApproval, type MakerCtx } from './approvable.ts';
export { type ApprovalContent, selectActiveRules } from './approval.sql.ts';
export type { ApprovalRequirement } from './evaluate-rules.ts';
export { findStuckRules } from './find-stuck-rules.ts';
export { findApprovableSubjects, loadRequestSummaries } from './list-requests.ts';
export { loadAccountLabels } from './request.view.ts';
export {
  type ApprovalRequestedEvent,
  approvalCompleted,
  approvalRequested,
  findApprovalRequirements,
  managerRequirements,
  mergeRequirements,
  shortestExpiryDays,
  voidApproval,
} from './request-approval.ts';

import type { ApprovalHandlers } from './approvals/approval/approval.ts';
import { ruleApprovalHandler } from './approvals/approval/retire-rule.ts';
import { autoFxApprovalHandler } from './fx/auto-fx/approval-handler.ts';
import { conversionApprovalHandler } from './fx/conversion/approval-handler.ts';
import { dealApprovalHandler } from './fx/manual-fx/approval-handler.ts';
import { payeeApprovalHandler } from './payees/payee/approval-handler.ts';
import { nameCheckPolicyApprovalHandler } from './payees/payee/name-check/set-name-check-policy.ts';
import { bulkApprovalHandler } from './payments/bulk/approval-handler.ts';
import { paymentApprovalHandler } from './payments/initiation/approval-handler.ts';
import { standingOrderApprovalHandler } from './payments/standing-order/approval-handler.ts';
import { occurrenceApprovalHandler } from './payments/standing-order/occurrence-approval-handler.ts';

export const approvalHandlers: ApprovalHandlers = {
  payment: paymentApprovalHandler,
  bulk: bulkApprovalHandler,
  standing_order: standingOrderApprovalHandler,
  standing_date: occurrenceApprovalHandler,
  auto_fx: autoFxApprovalHandler,
  fx: conversionApprovalHandler,
  manual_fx: dealApprovalHandler,
  payee: payeeApprovalHandler,
  rule: ruleApprovalHandler,
  name_policy: nameCheckPolicyApprovalHandler,
};

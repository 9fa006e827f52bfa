import type { ApprovalHandlers } from './approvals/approval/approval.ts';
import { ruleApproval } from './approvals/approval/save-rule.ts';
import { autoFxApproval } from './fx/auto-fx/approval-handler.ts';
import { conversionApproval } from './fx/conversion/approval-handler.ts';
import { dealApproval } from './fx/manual-fx/approval-handler.ts';
import { payeeApproval } from './payees/payee/approval-handler.ts';
import { nameCheckPolicyApproval } from './payees/payee/name-check/name-check-policy.ts';
import { bulkApproval } from './payments/bulk/approval-handler.ts';
import { paymentApproval } from './payments/initiation/approval-handler.ts';
import { standingOrderApproval } from './payments/standing-order/approval-handler.ts';
import { occurrenceApproval } from './payments/standing-order/edit-next-occurrence.ts';

export const approvalHandlers: ApprovalHandlers = {
  payment: paymentApproval,
  bulk: bulkApproval,
  standing_order: standingOrderApproval,
  standing_date: occurrenceApproval,
  auto_fx: autoFxApproval,
  fx: conversionApproval,
  manual_fx: dealApproval,
  payee: payeeApproval,
  rule: ruleApproval,
  name_policy: nameCheckPolicyApproval,
};

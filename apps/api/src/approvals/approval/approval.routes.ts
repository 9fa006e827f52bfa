import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { ApprovalHandlers } from './approvable.ts';
import { approveRequest, recallRequest, rejectRequest } from './decide-request.ts';
import { countInbox, getRequest, listInbox } from './list-requests.ts';
import { listRules } from './rule.view.ts';
import { retireRule, saveRule } from './save-rule.ts';

export function approvalRoutes(bind: Bind, handlers: ApprovalHandlers): void {
  const { approval } = contract;
  bind.verb(approval.rules, listRules);
  bind.verb(approval.saveRule, saveRule);
  bind.verb(approval.retireRule, retireRule);
  bind.verb(approval.list, listInbox);
  bind.verb(approval.count, countInbox);
  bind.verb(approval.show, getRequest);
  bind.verb(approval.approve, approveRequest(handlers));
  bind.verb(approval.reject, rejectRequest(handlers));
  bind.verb(approval.recall, recallRequest(handlers));
}

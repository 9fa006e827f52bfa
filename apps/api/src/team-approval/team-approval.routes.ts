import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { approveRequest } from './approve-request.ts';
import { countInbox, listInbox } from './list-requests.ts';
import { listRules } from './list-rules.ts';
import { recallRequest } from './recall-request.ts';
import { rejectRequest } from './reject-request.ts';
import { retireRule } from './retire-rule.ts';
import { saveRule } from './save-rule.ts';
import { showRequest } from './show-request.ts';
import type { Subjects } from './team-approval.ts';

export function teamApprovalRoutes(bind: Bind, subjects: Subjects): void {
  const { teamApproval } = contract;
  bind.verb(teamApproval.rules, listRules);
  bind.verb(teamApproval.saveRule, saveRule);
  bind.verb(teamApproval.retireRule, retireRule);
  bind.verb(teamApproval.list, listInbox);
  bind.verb(teamApproval.count, countInbox);
  bind.verb(teamApproval.show, showRequest);
  bind.verb(teamApproval.approve, approveRequest(subjects));
  bind.verb(teamApproval.reject, rejectRequest(subjects));
  bind.verb(teamApproval.recall, recallRequest(subjects));
}

import { ApprovalRuleScope } from '@larkmere/contract/approvals/approval';
import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { canApprove, canInitiateRequest } from './evaluate-rules.ts';
import { findLastRequests } from './request.sql.ts';
import { requireViewer } from './request.view.ts';
import { selectActiveRules } from './rule.sql.ts';
import { viewRule } from './rule.view.ts';

const scopes = ApprovalRuleScope.options;

/** Nothing to those whom no rule can concern: amounts and colleagues are not theirs to read. */
export const listRules: Verb<typeof contract.approval.rules> = async (ctx) => {
  const { access } = ctx.actor;
  if (!access.has('usermanage') && !access.has('payment')) return { list: [], people: [], canManage: false };
  const { people } = await requireViewer(ctx);
  const rules = await selectActiveRules(ctx.tx, ctx.actor.customerId);
  const ids = rules.map(({ id }) => id);
  const open = (await findLastRequests(ctx.tx, 'rule', ids)).filter(({ state }) => state === 'open');
  return {
    list: rules.map((rule) =>
      viewRule(
        rule,
        people,
        open.some(({ subjectId }) => subjectId === rule.id),
      ),
    ),
    people: people
      .filter(({ active }) => active)
      .map((each) => ({
        uid: each.id,
        name: each.name,
        role: each.role,
        canInitiate: scopes.filter((scope) => canInitiateRequest(each, scope)),
        canApprove: scopes.filter((scope) => canApprove(each, scope)),
      })),
    canManage: ctx.actor.access.has('usermanage'),
  };
};

import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { type ApprovalHandler, createApprovalRequest } from './approval.ts';
import { type Colleague, findApprovers } from './evaluate-rules.ts';
import { listPeople } from './people.read.ts';
import { type ApprovalContent, lockOpenRequest } from './request.sql.ts';
import { requireViewer } from './request.view.ts';
import { type ApprovalRuleRow, lockRule, markRetired } from './rule.sql.ts';
import { describeRule, toTerms, viewRule } from './rule.view.ts';

/** Retiring a rule weakens control, so a second manager must approve where one exists. */
const ruleRequirement = { ruleId: null, approvers: 1, roles: [], days: 7 } as const;

/** Throws `not_found`, `authorisation_invalid`, and `invalid_transition` for a rule that is retired or about to be. */
export const retireRule: Verb<typeof contract.approval.retireRule> = async (
  ctx,
  { uid, authorisation, idempotency },
) => {
  const { tx, actor } = ctx;
  const { people } = await requireViewer(ctx);
  const rule = await lockRule(tx, uid);
  if (!rule || rule.customer_id !== actor.customerId) throw new Refusal('not_found');
  if (rule.retired_at || (await lockOpenRequest(tx, 'rule', uid))) throw new Refusal('invalid_transition');
  const terms = toTerms(rule);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'approval.retire-rule',
    uid,
    terms,
    amount: terms.minAmount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });
  const { customerId, userId } = actor;
  if (findApprovers(people, userId, 'rule', ruleRequirement).length > 0) {
    const content = ruleApprovalContent(rule, people);
    await createApprovalRequest(ctx, {
      kind: 'rule',
      subjectId: uid,
      customerId,
      makerId: userId,
      content,
      requirements: [ruleRequirement],
    });
    return viewRule(rule, people, true);
  }
  const ended = await markRetired(tx, uid, userId);
  await audit(ctx, 'approval.rule_retired', `approval.rule:${uid}`, { terms });
  return viewRule(ended, people, false);
};

const ruleApprovalContent = (rule: ApprovalRuleRow, people: readonly Colleague[]): ApprovalContent => {
  const terms = toTerms(rule);
  return {
    title: 'End a rule about approvals',
    amount: null,
    link: '/team-approval',
    details: [{ label: 'Rule', value: `${describeRule(terms, people)}.` }],
    exact: { rule: rule.id, terms },
  };
};

export const ruleApprovalHandler: ApprovalHandler = {
  snapshot: async ({ tx }, id) => {
    const rule = await lockRule(tx, id);
    return rule && !rule.retired_at ? ruleApprovalContent(rule, await listPeople(tx, rule.customer_id)) : undefined;
  },
  release: async (ctx: Ctx, id) => {
    const open = await lockOpenRequest(ctx.tx, 'rule', id);
    if (!open) throw new Refusal('invalid_transition');
    await markRetired(ctx.tx, id, open.maker_id);
    await audit(ctx, 'approval.rule_retired', `approval.rule:${id}`, { request: open.id });
    return undefined;
  },
  reject: async () => {},
};

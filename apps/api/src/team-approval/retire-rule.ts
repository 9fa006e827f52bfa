import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { approversFor, type Colleague } from './judge.ts';
import { peopleOf } from './people.read.ts';
import { lockOpenRequest } from './request.sql.ts';
import { requireReader } from './request.view.ts';
import { endRule, lockRule, type RuleRow } from './rule.sql.ts';
import { sentenceOf, termsOf, viewRule } from './rule.view.ts';
import { askApproval, type Content, type Subject } from './team-approval.ts';

/** Retiring a rule weakens control, so a second manager must approve where one exists. */
const ofRules = { ruleId: null, approvers: 1, roles: [], days: 7 } as const;

/** Throws `not_found`, `authorisation_invalid`, and `invalid_transition` for a rule that is retired or about to be. */
export const retireRule: Verb<typeof contract.teamApproval.retireRule> = async (
  ctx,
  { uid, approval, idempotency },
) => {
  const { tx, actor } = ctx;
  const { people } = await requireReader(ctx);
  const rule = await lockRule(tx, uid);
  if (!rule || rule.customer_id !== actor.customerId) throw new Refusal('not_found');
  if (rule.retired_at || (await lockOpenRequest(tx, 'rule', uid))) throw new Refusal('invalid_transition');
  const terms = termsOf(rule);
  await requireApproval(ctx, approval, {
    operation: 'team-approval.retire-rule',
    uid,
    terms,
    amount: terms.minAmount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });
  const { customerId, personId } = actor;
  if (approversFor(people, personId, 'rule', ofRules).length > 0) {
    const content = contentOf(rule, people);
    await askApproval(ctx, {
      kind: 'rule',
      subjectId: uid,
      customerId,
      makerId: personId,
      content,
      demands: [ofRules],
    });
    return viewRule(rule, people, true);
  }
  const ended = await endRule(tx, uid, personId);
  await audit(ctx, 'team-approval.rule-retired', `team_approval.rule:${uid}`, { terms });
  return viewRule(ended, people, false);
};

const contentOf = (rule: RuleRow, people: readonly Colleague[]): Content => {
  const terms = termsOf(rule);
  return {
    title: 'End a rule about approvals',
    amount: null,
    link: '/team-approval',
    facts: [{ label: 'Rule', value: `${sentenceOf(terms, people)}.` }],
    exact: { rule: rule.id, terms },
  };
};

export const ruleSubject: Subject = {
  look: async ({ tx }, id) => {
    const rule = await lockRule(tx, id);
    return rule && !rule.retired_at ? contentOf(rule, await peopleOf(tx, rule.customer_id)) : undefined;
  },
  approve: async (ctx: Ctx, id) => {
    const open = await lockOpenRequest(ctx.tx, 'rule', id);
    if (!open) throw new Refusal('invalid_transition');
    await endRule(ctx.tx, id, open.maker_id);
    await audit(ctx, 'team-approval.rule-retired', `team_approval.rule:${id}`, { request: open.id });
    return undefined;
  },
  sendBack: async () => {},
};

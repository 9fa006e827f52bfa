import type { contract } from '@larkmere/contract/contract';
import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { defineApproval } from './approvable.ts';
import { managerRequirements } from './approval-requirements.ts';
import type { Colleague } from './evaluate-rules.ts';
import { listPeople } from './people.read.ts';
import { lockOpenRequest } from './request.sql.ts';
import { requireViewer } from './request.view.ts';
import { type ApprovalRuleRow, lockRule, markRetired } from './rule.sql.ts';
import { describeRule, toTerms, viewRule } from './rule.view.ts';

/**
 * Retiring a rule weakens control, so a second manager must approve where one exists. Throws `not_found`,
 * `authorisation_invalid`, and `invalid_transition` for a rule that is retired or about to be.
 */
export const retireRule: Verb<typeof contract.approval.retireRule> = async (
  ctx,
  { uid, authorisation, idempotency },
) => {
  const { tx, actor } = ctx;
  const { people } = await requireViewer(ctx);
  const rule = await lockRule(tx, uid);
  if (!rule || rule.customerId !== actor.customerId) throw new Refusal('not_found');
  if (rule.retiredAt || (await lockOpenRequest(tx, 'rule', uid))) throw new Refusal('invalid_transition');
  const terms = toTerms(rule);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'approval.retire-rule',
    uid,
    terms,
    amount: terms.minAmount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });
  const requirements = await managerRequirements(ctx, actor, 'rule');
  if (await ruleApproval.request(ctx, { id: uid, item: { rule, people }, maker: actor, requirements }))
    return viewRule(rule, people, true);
  const ended = await markRetired(tx, uid, actor.userId);
  await audit(ctx, 'approval.rule_retired', `approval.rule:${uid}`, { terms });
  return viewRule(ended, people, false);
};

type RuleToRetire = Readonly<{ rule: ApprovalRuleRow; people: readonly Colleague[] }>;

export const ruleApproval = defineApproval({
  kind: 'rule',
  nothingDone: defaultText('approval_rule_stays'),
  snapshot: async ({ tx }, id): Promise<RuleToRetire | undefined> => {
    const rule = await lockRule(tx, id);
    return rule && !rule.retiredAt ? { rule, people: await listPeople(tx, rule.customerId) } : undefined;
  },
  accounts: () => [],
  describe: (_, { rule, people }) => {
    const terms = toTerms(rule);
    return {
      title: defaultText('approve_rule_end'),
      amount: null,
      link: '/team-approval',
      details: [
        {
          label: defaultText('approval_rule_label'),
          value: formatMessage(defaultLanguage, describeRule(terms, people)),
        },
      ],
      exact: { rule: rule.id, terms },
    };
  },
  validate: async () => {},
  release: async (ctx, { rule: { id } }, { maker, approvalId }) => {
    await markRetired(ctx.tx, id, maker.userId);
    await audit(ctx, 'approval.rule_retired', `approval.rule:${id}`, { request: approvalId });
  },
  reject: async () => {},
});

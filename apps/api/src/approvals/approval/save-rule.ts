import type { ApprovalRuleTerms } from '@larkmere/contract/approvals/approval';
import type { contract } from '@larkmere/contract/contract';
import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import { readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { lockMembers } from '../../customers/customer/customer.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { defineApproval } from './approvable.ts';
import { listPeople } from './approval.read.ts';
import { type ApprovalRuleRow, insertRule, lockOpenRequest, lockRule, markRetired } from './approval.sql.ts';
import { type ApprovalRule, type Colleague, findApprovers, toRequirement } from './evaluate-rules.ts';
import { findLack } from './find-stuck-rules.ts';
import { requireViewer } from './request.view.ts';
import { managerRequirements } from './request-approval.ts';
import { describeRule, toTerms, viewRule } from './rule.view.ts';

const fieldError = (field: string, code: FieldErrorCode, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code, reason }] });

/**
 * Rules only add requirements, so a new rule weakens none. Throws `validation_failed`, `authorisation_invalid` and
 * `rule_unsatisfiable`.
 */
export const saveRule: Verb<typeof contract.approval.saveRule> = async (
  ctx,
  { authorisation, idempotency, ...terms },
) => {
  // Nobody who is needed to approve may go while the rule is saved.
  await lockMembers(ctx.tx, ctx.actor.customerId);
  const { people } = await requireViewer(ctx);
  const rule = parseRule(terms, people);
  requireSatisfiable(rule, people);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'approval.save-rule',
    uid: null,
    terms,
    amount: terms.minAmount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });
  const row = await insertRule(ctx.tx, toColumns(rule, ctx.actor.customerId, ctx.actor.userId));
  await audit(ctx, 'approval.rule_created', `approval.rule:${rule.id}`, { terms });
  return viewRule(row, people, false);
};

function parseRule(
  { appliesTo, minAmount, currency, ...terms }: ApprovalRuleTerms,
  people: readonly Colleague[],
): ApprovalRule {
  const min = readAmount(currency, minAmount);
  if (!min) throw fieldError('minAmount', 'invalid', message('rule_minimum_required'));
  if (terms.scope === 'payee' && min.minor > 0n)
    throw fieldError('minAmount', 'not_allowed', message('rule_minimum_not_needed'));
  const userId = appliesTo.to === 'person' ? appliesTo.uid : null;
  if (userId && !people.some(({ id, active }) => active && id === userId))
    throw fieldError('appliesTo', 'not_allowed', message('rule_person_unknown'));
  const role = appliesTo.to === 'role' ? appliesTo.role : null;
  return { ...terms, id: v7(), appliesTo: appliesTo.to, role, userId, minMinor: min.minor, currency };
}

const toColumns = (
  rule: ApprovalRule,
  customerId: string,
  userId: string,
): Omit<ApprovalRuleRow, 'createdAt' | 'retiredAt' | 'retiredBy'> => ({
  id: rule.id,
  customerId,
  scope: rule.scope,
  appliesTo: rule.appliesTo,
  role: rule.role,
  userId: rule.userId,
  minMinor: rule.minMinor,
  currency: rule.currency,
  approvers: rule.approvers,
  approverRoles: [...rule.approverRoles],
  expiresDays: rule.expiresDays,
  createdBy: userId,
});

/** A rule that nobody can satisfy would block every payment it covers. */
function requireSatisfiable(rule: ApprovalRule, people: readonly Colleague[]): void {
  const { makers, approvers: all } = findLack(rule, people);
  const [stuck] = makers;
  if (!stuck && !all) return;
  const { scope, approvers } = rule;
  const able = stuck ? findApprovers(people, stuck.id, scope, toRequirement(rule)) : (all ?? []);
  const could = able.map(({ name }) => name);
  throw new Refusal('rule_unsatisfiable', {
    reason: explainLack({ scope, approvers }, could, stuck?.name),
    data: { maker: stuck?.name ?? null, could, approvers },
  });
}

function explainLack(rule: Pick<ApprovalRule, 'scope' | 'approvers'>, names: string[], maker?: string): Message {
  if (maker === undefined)
    return names.length > 0
      ? message('rule_needs_more_approvers', { ...rule, names })
      : message('rule_has_no_approvers', rule);
  return names.length > 0
    ? message('rule_needs_more_approvers_for', { ...rule, names, maker })
    : message('rule_has_no_approvers_for', { ...rule, maker });
}

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

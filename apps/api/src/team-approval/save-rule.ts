import type { contract } from '@larkmere/contract/contract';
import type { RuleTerms } from '@larkmere/contract/team-approval';
import { readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { approversFor, type Colleague, covers, demandOf, mayApprove, mayMake, type Rule } from './judge.ts';
import { requireReader } from './request.view.ts';
import { insertRule, type RuleRow } from './rule.sql.ts';
import { viewRule } from './rule.view.ts';

const wrong = (field: string, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'invalid', message }] });

/**
 * Rules only add requirements, so a new rule weakens none. Throws `validation_failed`, `authorisation_invalid` and
 * `rule_unsatisfiable`.
 */
export const saveRule: Verb<typeof contract.teamApproval.saveRule> = async (
  ctx,
  { approval, idempotency, ...terms },
) => {
  const { people } = await requireReader(ctx);
  const rule = readRule(terms, people);
  requireSatisfiable(rule, people);
  await requireApproval(ctx, approval, {
    operation: 'team-approval.save-rule',
    uid: null,
    terms,
    amount: terms.minAmount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });
  const row = await insertRule(ctx.tx, columnsOf(rule, ctx.actor.customerId, ctx.actor.personId));
  await audit(ctx, 'team-approval.rule-saved', `team_approval.rule:${rule.id}`, { terms });
  return viewRule(row, people, false);
};

function readRule({ appliesTo, minAmount, currency, ...terms }: RuleTerms, people: readonly Colleague[]): Rule {
  const min = readAmount(currency, minAmount);
  if (!min) throw wrong('minAmount', 'Enter an amount, such as 1000.00');
  if (terms.scope === 'payee' && min.minor > 0n) throw wrong('minAmount', 'A payee has no amount');
  const personId = appliesTo.to === 'person' ? appliesTo.uid : null;
  if (personId && !people.some(({ id, active }) => active && id === personId))
    throw wrong('appliesTo', 'This is nobody of yours');
  const role = appliesTo.to === 'role' ? appliesTo.role : null;
  return { ...terms, id: v7(), appliesTo: appliesTo.to, role, personId, minMinor: min.minor, currency };
}

const columnsOf = (
  rule: Rule,
  customerId: string,
  personId: string,
): Omit<RuleRow, 'created_at' | 'retired_at' | 'retired_by'> => ({
  id: rule.id,
  customer_id: customerId,
  scope: rule.scope,
  applies_to: rule.appliesTo,
  role: rule.role,
  person_id: rule.personId,
  min_minor: rule.minMinor,
  currency: rule.currency,
  approvers: rule.approvers,
  approver_roles: [...rule.approverRoles],
  expires_days: rule.expiresDays,
  created_by: personId,
});

const nouns = { payment: 'Payments', payee: 'Payees', fx: 'Exchanges' } as const;

/** A rule that nobody can satisfy would block every payment it covers. */
function requireSatisfiable(rule: Rule, people: readonly Colleague[]): void {
  const demand = demandOf(rule);
  const { scope, approvers } = rule;
  const makers = people.filter((each) => mayMake(each, scope) && covers(rule, each));
  const stuck = makers.find((maker) => approversFor(people, maker.id, scope, demand).length < approvers);
  const all = people.filter((each) => mayApprove(each, scope) && approversFor([each], '', scope, demand).length > 0);
  if (!stuck && all.length >= approvers) return;
  const could = (stuck ? approversFor(people, stuck.id, scope, demand) : all).map(({ name }) => name);
  const only = could.length > 0 ? `only ${could.join(' and ')} could give one` : 'nobody could give one';
  const whose = stuck ? ` of ${stuck.name}` : '';
  throw new Refusal('rule_unsatisfiable', {
    message: `${nouns[scope]}${whose} would need ${approvers} ${approvers === 1 ? 'approval' : 'approvals'}, and ${only}. Nothing was saved.`,
    data: { maker: stuck?.name ?? null, could, approvers },
  });
}

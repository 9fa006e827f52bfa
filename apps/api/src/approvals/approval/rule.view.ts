import {
  ApprovalRuleScope,
  type ApprovalRuleTerms,
  type ApprovalRuleView,
} from '@larkmere/contract/approvals/approval';
import type { contract } from '@larkmere/contract/contract';
import { type Message, message } from '@larkmere/messages/message';
import { formatAmount, money, readAmount, zero } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { type ApprovalRuleRow, findLastRequests, selectActiveRules } from './approval.sql.ts';
import { type Colleague, canApprove, canInitiateRequest } from './evaluate-rules.ts';
import { requireViewer, toPersonView } from './request.view.ts';

export const toTerms = (row: ApprovalRuleRow): ApprovalRuleTerms => ({
  scope: row.scope,
  appliesTo: toAppliesTo(row),
  minAmount: formatAmount(money(row.currency, row.minMinor)),
  currency: row.currency,
  approvers: row.approvers,
  approverRoles: row.approverRoles,
  expiresDays: row.expiresDays,
});

function toAppliesTo({ role, userId }: ApprovalRuleRow): ApprovalRuleTerms['appliesTo'] {
  if (role !== null) return { to: 'role', role: role as 'maker' };
  return userId === null ? { to: 'all' } : { to: 'person', uid: userId };
}

export const viewRule = (
  row: ApprovalRuleRow,
  people: readonly Colleague[],
  isRetiring: boolean,
): ApprovalRuleView => ({
  uid: row.id,
  ...toTerms(row),
  appliesToName: row.userId && toPersonView(people, row.userId).name,
  state: row.retiredAt ? 'retired' : isRetiring ? 'retiring' : 'active',
  createdAt: row.createdAt.toISOString(),
  createdBy: toPersonView(people, row.createdBy).name,
});

function describeAppliesTo({ appliesTo }: ApprovalRuleTerms, people: readonly Colleague[]): Message {
  if (appliesTo.to === 'all') return message('rule_applies_to_all');
  return appliesTo.to === 'role'
    ? message('rule_applies_to_role', { role: appliesTo.role })
    : message('rule_applies_to_person', { name: toPersonView(people, appliesTo.uid).name });
}

function describeScope({ scope, minAmount, currency }: ApprovalRuleTerms): Message {
  const minimum = readAmount(currency, minAmount) ?? zero(currency);
  if (scope === 'payee') return message('rule_scope_payees');
  return message(scope === 'fx' ? 'rule_scope_exchanges' : 'rule_scope_payments', { minimum });
}

export function describeRule(terms: ApprovalRuleTerms, people: readonly Colleague[]): Message {
  const { approvers, approverRoles: roles } = terms;
  const rule = { what: describeScope(terms), appliesTo: describeAppliesTo(terms, people), approvers };
  return roles.length > 0 ? message('rule_summary_with_roles', { ...rule, roles }) : message('rule_summary', rule);
}

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

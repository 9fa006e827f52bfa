import type { ApprovalRuleTerms, ApprovalRuleView } from '@larkmere/contract/approvals/approval';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Colleague } from './evaluate-rules.ts';
import { toPersonView } from './request-summary.ts';
import type { ApprovalRuleRow } from './rule.sql.ts';

export const toTerms = (row: ApprovalRuleRow): ApprovalRuleTerms => ({
  scope: row.scope as ApprovalRuleTerms['scope'],
  appliesTo: toAppliesTo(row),
  minAmount: formatAmount(money(row.currency as Currency, row.min_minor)),
  currency: row.currency as Currency,
  approvers: row.approvers,
  approverRoles: row.approver_roles as ApprovalRuleTerms['approverRoles'],
  expiresDays: row.expires_days,
});

function toAppliesTo({ role, user_id }: ApprovalRuleRow): ApprovalRuleTerms['appliesTo'] {
  if (role !== null) return { to: 'role', role: role as 'maker' };
  return user_id === null ? { to: 'all' } : { to: 'person', uid: user_id };
}

export const viewRule = (
  row: ApprovalRuleRow,
  people: readonly Colleague[],
  isRetiring: boolean,
): ApprovalRuleView => ({
  uid: row.id,
  ...toTerms(row),
  appliesToName: row.user_id && toPersonView(people, row.user_id).name,
  state: row.retired_at ? 'retired' : isRetiring ? 'retiring' : 'active',
  createdAt: row.created_at.toISOString(),
  createdBy: toPersonView(people, row.created_by).name,
});

const describeAppliesTo = ({ appliesTo }: ApprovalRuleTerms, people: readonly Colleague[]): string => {
  if (appliesTo.to === 'all') return 'of everybody';
  return appliesTo.to === 'role'
    ? `of people with the role ${appliesTo.role}`
    : `of ${toPersonView(people, appliesTo.uid).name}`;
};

export function describeRule(terms: ApprovalRuleTerms, people: readonly Colleague[]): string {
  const { scope, minAmount, currency, approvers, approverRoles } = terms;
  const from = ` from ${minAmount} ${currency}`;
  const what = scope === 'payee' ? 'Payees' : `${scope === 'fx' ? 'Exchanges' : 'Payments'}${from}`;
  const by = approverRoles.length > 0 ? ` by ${approverRoles.join(' or ')}` : '';
  return `${what} ${describeAppliesTo(terms, people)} need ${approvers} ${approvers === 1 ? 'approval' : 'approvals'}${by}`;
}

import type { RuleTerms, RuleView } from '@larkmere/contract/team-approval';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { personView } from './badge.ts';
import type { Colleague } from './judge.ts';
import type { RuleRow } from './rule.sql.ts';

export const termsOf = (row: RuleRow): RuleTerms => ({
  scope: row.scope as RuleTerms['scope'],
  appliesTo: appliesToOf(row),
  minAmount: formatAmount(money(row.currency as Currency, row.min_minor)),
  currency: row.currency as Currency,
  approvers: row.approvers,
  approverRoles: row.approver_roles as RuleTerms['approverRoles'],
  expiresDays: row.expires_days,
});

function appliesToOf({ role, person_id }: RuleRow): RuleTerms['appliesTo'] {
  if (role !== null) return { to: 'role', role: role as 'maker' };
  return person_id === null ? { to: 'all' } : { to: 'person', uid: person_id };
}

export const viewRule = (row: RuleRow, people: readonly Colleague[], isRetiring: boolean): RuleView => ({
  uid: row.id,
  ...termsOf(row),
  appliesToName: row.person_id && personView(people, row.person_id).name,
  state: row.retired_at ? 'retired' : isRetiring ? 'retiring' : 'active',
  createdAt: row.created_at.toISOString(),
  createdBy: personView(people, row.created_by).name,
});

const whose = ({ appliesTo }: RuleTerms, people: readonly Colleague[]): string => {
  if (appliesTo.to === 'all') return 'of everybody';
  return appliesTo.to === 'role'
    ? `of people with the role ${appliesTo.role}`
    : `of ${personView(people, appliesTo.uid).name}`;
};

export function sentenceOf(terms: RuleTerms, people: readonly Colleague[]): string {
  const { scope, minAmount, currency, approvers, approverRoles } = terms;
  const from = ` from ${minAmount} ${currency}`;
  const what = scope === 'payee' ? 'Payees' : `${scope === 'fx' ? 'Exchanges' : 'Payments'}${from}`;
  const by = approverRoles.length > 0 ? ` by ${approverRoles.join(' or ')}` : '';
  return `${what} ${whose(terms, people)} need ${approvers} ${approvers === 1 ? 'approval' : 'approvals'}${by}`;
}

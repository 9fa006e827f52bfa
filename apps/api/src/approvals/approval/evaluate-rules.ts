import type { ApprovalRequestKind, ApprovalRuleScope } from '@larkmere/contract/approvals/approval';
import { type AccessKey, accessLevelFor, canInitiate, type Role } from '@larkmere/contract/platform/access';
import type { Currency, Money } from '@larkmere/money/money';

export type Colleague = Readonly<{
  id: string;
  name: string;
  role: string;
  access: readonly string[];
  /** Bank holder ids; null: all accounts. */
  accounts: readonly string[] | null;
  active: boolean;
}>;

/** Snapshot of a rule for evaluation. */
export type ApprovalRule = Readonly<{
  id: string;
  scope: ApprovalRuleScope;
  appliesTo: 'all' | 'role' | 'person';
  role: string | null;
  userId: string | null;
  minMinor: bigint;
  currency: Currency;
  approvers: number;
  approverRoles: readonly Role[];
  expiresDays: number;
}>;

export type ApprovalRequirement = Readonly<{
  ruleId: string | null;
  approvers: number;
  roles: readonly Role[];
  days: number;
}>;

export type ValueIn = (currency: Currency) => Promise<Money | undefined>;

const accessKeyByKind: Readonly<Record<ApprovalRequestKind, AccessKey>> = {
  payment: 'payment',
  bulk: 'payment',
  standing_order: 'payment',
  standing_date: 'payment',
  auto_fx: 'payment',
  fx: 'payment',
  manual_fx: 'payment',
  payee: 'payee',
  rule: 'usermanage',
  name_policy: 'usermanage',
};

const accessLevelOf = ({ active, role, access }: Colleague, kind: ApprovalRequestKind) =>
  active && access.includes(accessKeyByKind[kind]) ? accessLevelFor(role, accessKeyByKind[kind]) : 'none';

export const canUseAll = ({ accounts }: Pick<Colleague, 'accounts'>, concerned: readonly string[]): boolean =>
  accounts === null || concerned.every((account) => accounts.includes(account));

export const isMakerRole = (role: string, scope: ApprovalRuleScope): boolean =>
  canInitiate(role, accessKeyByKind[scope]);

export const canInitiateRequest = (who: Colleague, kind: ApprovalRequestKind): boolean =>
  ['prepare', 'execute'].includes(accessLevelOf(who, kind));

export const canApprove = (who: Colleague, kind: ApprovalRequestKind): boolean =>
  ['approve', 'execute'].includes(accessLevelOf(who, kind));

export const canView = (who: Colleague, kind: ApprovalRequestKind): boolean => accessLevelOf(who, kind) !== 'none';

export const matchesRole = ({ roles }: Pick<ApprovalRequirement, 'roles'>, role: string): boolean =>
  roles.length === 0 || roles.some((each) => each === role);

/** A maker always needs one approval, even without a rule. */
const makerRequirement: ApprovalRequirement = { ruleId: null, approvers: 1, roles: [], days: 7 };

export const toRequirement = ({ id, approvers, approverRoles, expiresDays }: ApprovalRule): ApprovalRequirement => ({
  ruleId: id,
  approvers,
  roles: approverRoles,
  days: expiresDays,
});

export const coversMaker = (
  { appliesTo, role, userId }: ApprovalRule,
  maker: Pick<Colleague, 'id' | 'role'>,
): boolean => appliesTo === 'all' || (appliesTo === 'role' ? role === maker.role : userId === maker.id);

/**
 * Every returned requirement must be met; empty means no approval is needed. An amount that cannot be valued counts as
 * covered.
 */
export async function evaluateRules(
  rules: readonly ApprovalRule[],
  maker: Pick<Colleague, 'id' | 'role'>,
  scope: ApprovalRuleScope,
  worth: ValueIn,
): Promise<ApprovalRequirement[]> {
  const met: ApprovalRequirement[] = [];
  for (const rule of rules.filter((each) => each.scope === scope && coversMaker(each, maker))) {
    const value = rule.minMinor === 0n ? undefined : await worth(rule.currency);
    if (value === undefined || value.minor >= rule.minMinor) met.push(toRequirement(rule));
  }
  return met.length === 0 && accessLevelFor(maker.role, accessKeyByKind[scope]) === 'prepare'
    ? [makerRequirement]
    : met;
}

export const findApprovers = (
  people: readonly Colleague[],
  makerId: string,
  kind: ApprovalRequestKind,
  demand: Pick<ApprovalRequirement, 'roles'>,
): Colleague[] =>
  people.filter((each) => each.id !== makerId && canApprove(each, kind) && matchesRole(demand, each.role));

export const findUnsatisfiable = (
  people: readonly Colleague[],
  makerId: string,
  kind: ApprovalRequestKind,
  demands: readonly ApprovalRequirement[],
): ApprovalRequirement | undefined =>
  demands.find((demand) => findApprovers(people, makerId, kind, demand).length < demand.approvers);

export type RecordedApproval = Readonly<{ userId: string; role: string }>;

export const countMatching = (
  demand: Pick<ApprovalRequirement, 'roles'>,
  approvals: readonly RecordedApproval[],
): number => approvals.filter(({ role }) => matchesRole(demand, role)).length;

export const isSatisfied = (demand: ApprovalRequirement, approvals: readonly RecordedApproval[]): boolean =>
  countMatching(demand, approvals) >= demand.approvers;

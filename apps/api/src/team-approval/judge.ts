import { type AccessKey, levelOf, makes } from '@larkmere/contract/access';
import type { RequestKind, RuleScope } from '@larkmere/contract/team-approval';
import type { Currency, Money } from '@larkmere/money/money';

export type Colleague = Readonly<{
  id: string;
  name: string;
  role: string;
  access: readonly string[];
  active: boolean;
}>;

/** Snapshot of a rule for evaluation. */
export type Rule = Readonly<{
  id: string;
  scope: RuleScope;
  appliesTo: 'all' | 'role' | 'person';
  role: string | null;
  personId: string | null;
  minMinor: bigint;
  currency: Currency;
  approvers: number;
  approverRoles: readonly string[];
  expiresDays: number;
}>;

export type Demand = Readonly<{ ruleId: string | null; approvers: number; roles: readonly string[]; days: number }>;

export type Worth = (currency: Currency) => Promise<Money | undefined>;

const flags: Readonly<Record<RequestKind, AccessKey>> = {
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

const levelIn = ({ active, role, access }: Colleague, kind: RequestKind) =>
  active && access.includes(flags[kind]) ? levelOf(role, flags[kind]) : 'none';

export const makesOf = (role: string, scope: RuleScope): boolean => makes(role, flags[scope]);

export const mayMake = (who: Colleague, kind: RequestKind): boolean => ['prepare', 'do'].includes(levelIn(who, kind));

export const mayApprove = (who: Colleague, kind: RequestKind): boolean =>
  ['approve', 'do'].includes(levelIn(who, kind));

export const maySee = (who: Colleague, kind: RequestKind): boolean => levelIn(who, kind) !== 'none';

export const fits = ({ roles }: Pick<Demand, 'roles'>, role: string): boolean =>
  roles.length === 0 || roles.includes(role);

/** A maker always needs one approval, even without a rule. */
const ofMakers: Demand = { ruleId: null, approvers: 1, roles: [], days: 7 };

export const demandOf = ({ id, approvers, approverRoles, expiresDays }: Rule): Demand => ({
  ruleId: id,
  approvers,
  roles: approverRoles,
  days: expiresDays,
});

export const covers = ({ appliesTo, role, personId }: Rule, maker: Pick<Colleague, 'id' | 'role'>): boolean =>
  appliesTo === 'all' || (appliesTo === 'role' ? role === maker.role : personId === maker.id);

/**
 * Every returned requirement must be met; empty means no approval is needed. An amount that cannot be valued counts as
 * covered.
 */
export async function demandsOf(
  rules: readonly Rule[],
  maker: Pick<Colleague, 'id' | 'role'>,
  scope: RuleScope,
  worth: Worth,
): Promise<Demand[]> {
  const met: Demand[] = [];
  for (const rule of rules.filter((each) => each.scope === scope && covers(each, maker))) {
    const value = rule.minMinor === 0n ? undefined : await worth(rule.currency);
    if (value === undefined || value.minor >= rule.minMinor) met.push(demandOf(rule));
  }
  return met.length === 0 && levelOf(maker.role, flags[scope]) === 'prepare' ? [ofMakers] : met;
}

export const approversFor = (
  people: readonly Colleague[],
  makerId: string,
  kind: RequestKind,
  demand: Pick<Demand, 'roles'>,
): Colleague[] => people.filter((each) => each.id !== makerId && mayApprove(each, kind) && fits(demand, each.role));

export const unmeetable = (
  people: readonly Colleague[],
  makerId: string,
  kind: RequestKind,
  demands: readonly Demand[],
): Demand | undefined =>
  demands.find((demand) => approversFor(people, makerId, kind, demand).length < demand.approvers);

export type Approved = Readonly<{ personId: string; role: string }>;

export const givenTo = (demand: Pick<Demand, 'roles'>, approvals: readonly Approved[]): number =>
  approvals.filter(({ role }) => fits(demand, role)).length;

export const isMet = (demand: Demand, approvals: readonly Approved[]): boolean =>
  givenTo(demand, approvals) >= demand.approvers;

import { type AccessKey, levelOf, makes } from '@larkmere/contract/access';
import type { RequestKind, RuleScope } from '@larkmere/contract/team-approval';
import type { Currency, Money } from '@larkmere/money/money';

/** Somebody of a customer, as far as approvals depend on it. */
export type Colleague = Readonly<{
  id: string;
  name: string;
  role: string;
  access: readonly string[];
  active: boolean;
}>;

/** A rule in force, as it is judged by. */
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

/** So many approvals of people with one of these roles; none named: of anybody who may approve. */
export type Demand = Readonly<{ ruleId: string | null; approvers: number; roles: readonly string[]; days: number }>;

/** What something is worth in another currency; undefined while nobody can say. */
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

/** Whether somebody of this role makes what a rule may be about, alone or for colleagues to approve. */
export const makesOf = (role: string, scope: RuleScope): boolean => makes(role, flags[scope]);

/** Whether somebody may ask for things of this kind, alone or with others. */
export const mayMake = (who: Colleague, kind: RequestKind): boolean => ['prepare', 'do'].includes(levelIn(who, kind));

export const mayApprove = (who: Colleague, kind: RequestKind): boolean =>
  ['approve', 'do'].includes(levelIn(who, kind));

export const maySee = (who: Colleague, kind: RequestKind): boolean => levelIn(who, kind) !== 'none';

/** Whether an approval of somebody with this role counts towards a demand. */
export const fits = ({ roles }: Pick<Demand, 'roles'>, role: string): boolean =>
  roles.length === 0 || roles.includes(role);

/** A maker never goes alone, whether a rule says so or not. */
const ofMakers: Demand = { ruleId: null, approvers: 1, roles: [], days: 7 };

export const demandOf = ({ id, approvers, approverRoles, expiresDays }: Rule): Demand => ({
  ruleId: id,
  approvers,
  roles: approverRoles,
  days: expiresDays,
});

/** Whether a rule covers what somebody makes, whatever it is worth. */
export const covers = ({ appliesTo, role, personId }: Rule, maker: Pick<Colleague, 'id' | 'role'>): boolean =>
  appliesTo === 'all' || (appliesTo === 'role' ? role === maker.role : personId === maker.id);

/**
 * All that the rules ask of something that somebody makes, each to be met; nothing when they may do it alone. What nobody
 * can value now counts as worth enough.
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

/** Those who may approve what somebody made, and whose approval counts towards a demand. */
export const approversFor = (
  people: readonly Colleague[],
  makerId: string,
  kind: RequestKind,
  demand: Pick<Demand, 'roles'>,
): Colleague[] => people.filter((each) => each.id !== makerId && mayApprove(each, kind) && fits(demand, each.role));

/** The first demand that the colleagues of a maker could never meet. */
export const unmeetable = (
  people: readonly Colleague[],
  makerId: string,
  kind: RequestKind,
  demands: readonly Demand[],
): Demand | undefined =>
  demands.find((demand) => approversFor(people, makerId, kind, demand).length < demand.approvers);

export type Approved = Readonly<{ personId: string; role: string }>;

/** How many approvals count towards a demand. */
export const givenTo = (demand: Pick<Demand, 'roles'>, approvals: readonly Approved[]): number =>
  approvals.filter(({ role }) => fits(demand, role)).length;

export const isMet = (demand: Demand, approvals: readonly Approved[]): boolean =>
  givenTo(demand, approvals) >= demand.approvers;

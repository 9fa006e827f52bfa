import type { ApprovalRequestKind, ApprovalRuleScope } from '@larkmere/contract/approvals/approval';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listPeople, loadMakerRules } from './approval.read.ts';
import {
  type ApprovalRequirement,
  type Colleague,
  evaluateRules,
  findApprovers,
  findUnsatisfiable,
  isMakerRole,
  type ValueIn,
} from './evaluate-rules.ts';

type RequirementQuery = Readonly<{ customerId: string; userId: string; scope: ApprovalRuleScope; valueIn: ValueIn }>;

/**
 * Empty means no approval is needed. Throws `access_denied` if the person may not even prepare it, `approval_required`
 * if nobody could approve it.
 */
export async function findApprovalRequirements(
  { tx }: Pick<Ctx, 'tx'>,
  made: RequirementQuery,
): Promise<readonly ApprovalRequirement[]> {
  const { customerId, userId, scope, valueIn } = made;
  const coverage = await loadMakerRules(tx, { userId, customerId });
  if (!coverage) throw new Refusal('access_denied');
  const { role, rules } = coverage;
  const maker = { id: userId, role };
  if (!isMakerRole(role, scope)) throw new Refusal('access_denied');
  const demands = await evaluateRules(rules, maker, scope, valueIn);
  if (demands.length === 0) return demands;
  requireApprovers(await listPeople(tx, customerId), userId, scope, demands);
  return demands;
}

export function requireApprovers(
  people: readonly Colleague[],
  makerId: string,
  kind: ApprovalRequestKind,
  demands: readonly ApprovalRequirement[],
): void {
  if (findUnsatisfiable(people, makerId, kind, demands))
    throw new Refusal('approval_required', { reason: message('approval_too_few_approvers') });
}

/** Weakening a control needs one colleague who may manage people, where there is one. Empty means that there is none. */
export async function managerRequirements(
  { tx }: Pick<Ctx, 'tx'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  kind: ApprovalRequestKind,
): Promise<readonly ApprovalRequirement[]> {
  const managers = findApprovers(await listPeople(tx, customerId), userId, kind, { roles: [] });
  return managers.length > 0 ? [{ ruleId: null, approvers: 1, roles: [], days: 7 }] : [];
}

export function mergeRequirements(
  ...sides: readonly (readonly ApprovalRequirement[])[]
): readonly ApprovalRequirement[] {
  const all = sides.flat();
  const ruled = all.filter(({ ruleId }) => ruleId !== null);
  return ruled.length > 0 ? ruled : all.slice(0, 1);
}

export const shortestExpiryDays = (demands: readonly ApprovalRequirement[]): number =>
  Math.min(...demands.map(({ days }) => days));

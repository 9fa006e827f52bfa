import type { Message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { listPeople } from './approval.read.ts';
import { type ApprovalRuleRow, selectActiveRules } from './approval.sql.ts';
import {
  type ApprovalRule,
  type Colleague,
  canApprove,
  canInitiateRequest,
  coversMaker,
  findApprovers,
  toRequirement,
} from './evaluate-rules.ts';
import { describeRule, toTerms } from './rule.view.ts';

/** A rule that cannot be met for one of the people it covers, because too few others may approve. */
export type StuckRule = Readonly<{ key: string; rule: Message }>;

export async function findStuckRules(tx: Tx, customerId: string): Promise<StuckRule[]> {
  const people = await listPeople(tx, customerId);
  const rules = await selectActiveRules(tx, customerId);
  return rules.flatMap((row) => {
    const { makers, approvers } = findLack(toRule(row), people);
    const lacking = [...makers.map(({ id }) => id), ...(approvers ? ['anybody'] : [])];
    return lacking.map((who) => ({ key: `${row.id}:${who}`, rule: describeRule(toTerms(row), people) }));
  });
}

/** The makers for whom too few others may approve; and who may at all, if even they are too few. */
export function findLack(
  rule: ApprovalRule,
  people: readonly Colleague[],
): Readonly<{ makers: readonly Colleague[]; approvers: readonly Colleague[] | undefined }> {
  const demand = toRequirement(rule);
  const { scope, approvers } = rule;
  const makers = people.filter((each) => canInitiateRequest(each, scope) && coversMaker(rule, each));
  const all = people.filter((each) => canApprove(each, scope) && findApprovers([each], '', scope, demand).length > 0);
  return {
    makers: makers.filter((maker) => findApprovers(people, maker.id, scope, demand).length < approvers),
    approvers: all.length < approvers ? all : undefined,
  };
}

const toRule = (row: ApprovalRuleRow): ApprovalRule => ({
  id: row.id,
  scope: row.scope,
  appliesTo: row.appliesTo,
  role: row.role,
  userId: row.userId,
  minMinor: row.minMinor,
  currency: row.currency,
  approvers: row.approvers,
  approverRoles: row.approverRoles,
  expiresDays: row.expiresDays,
});

import type { contract } from '@larkmere/contract/contract';
import { RuleScope } from '@larkmere/contract/team-approval';
import type { Verb } from '../kernel/verb.ts';
import { mayApprove, mayMake } from './judge.ts';
import { lastRequests } from './request.sql.ts';
import { requireReader } from './request.view.ts';
import { rulesInForce } from './rule.sql.ts';
import { viewRule } from './rule.view.ts';

const scopes = RuleScope.options;

export const listRules: Verb<typeof contract.teamApproval.rules> = async (ctx) => {
  const { people } = await requireReader(ctx);
  const rules = await rulesInForce(ctx.tx, ctx.actor.customerId);
  const ids = rules.map(({ id }) => id);
  const open = (await lastRequests(ctx.tx, 'rule', ids)).filter(({ state }) => state === 'open');
  return {
    list: rules.map((rule) =>
      viewRule(
        rule,
        people,
        open.some(({ subject_id }) => subject_id === rule.id),
      ),
    ),
    people: people
      .filter(({ active }) => active)
      .map((each) => ({
        uid: each.id,
        name: each.name,
        role: each.role,
        mayMake: scopes.filter((scope) => mayMake(each, scope)),
        mayApprove: scopes.filter((scope) => mayApprove(each, scope)),
      })),
    mayManage: ctx.actor.access.has('usermanage'),
  };
};

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { askApproval, badgesOf, type Content, couldAgree, type Subject } from '../team-approval/team-approval.ts';
import { selectForbidsNoMatch, upsertPolicy } from './name-policy.sql.ts';

/** Where another manager exists, loosening the policy needs their approval. */
const ofManagers = { ruleId: null, approvers: 1, roles: [], days: 7 } as const;

export const showNamePolicy: Verb<typeof contract.payee.namePolicy> = async ({ tx, actor }) => {
  const { customerId } = actor;
  const badge = (await badgesOf(tx, 'name_policy', [customerId])).get(customerId);
  return { forbidsNoMatch: await selectForbidsNoMatch(tx, customerId), waiting: badge?.state === 'open' };
};

/**
 * Blocking applies at once; allowing again needs another manager where there is one. Refuses `approval_invalid`, and
 * `invalid_transition` while a request is open.
 */
export const setNamePolicy: Verb<typeof contract.payee.setNamePolicy> = async (ctx, input) => {
  const { forbidsNoMatch, approval, idempotency } = input;
  const { customerId, personId: makerId } = ctx.actor;
  const now = await showNamePolicy(ctx, {});
  if (now.waiting) throw new Refusal('invalid_transition');
  await requireApproval(ctx, approval, {
    operation: 'payee.set-name-policy',
    forbidsNoMatch,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  const loosens = now.forbidsNoMatch && !forbidsNoMatch;
  if (loosens && (await couldAgree(ctx, ctx.actor, 'name_policy'))) {
    const asked = { kind: 'name_policy', subjectId: customerId, customerId, makerId, demands: [ofManagers] } as const;
    await askApproval(ctx, { ...asked, content: contentOf(customerId) });
    return { ...now, waiting: true };
  }
  await set(ctx, { customerId, personId: makerId }, forbidsNoMatch);
  return { forbidsNoMatch, waiting: false };
};

type Whose = Pick<CustomerCtx['actor'], 'customerId' | 'personId'>;

async function set(ctx: Ctx, { customerId, personId }: Whose, forbidsNoMatch: boolean): Promise<void> {
  await upsertPolicy(ctx.tx, { customerId, personId, forbidsNoMatch, at: ctx.now });
  await audit(ctx, 'payee.name_policy_set', `customer:${customerId}`, { forbidsNoMatch });
}

const contentOf = (customerId: string): Content => ({
  title: 'Allow payees whose name does not match',
  amount: null,
  link: '/team-approval?box=rules',
  facts: [
    {
      label: 'From then on',
      value: 'Your people may pay and add somebody whose bank says that the name is not the account’s, with a reason.',
    },
  ],
  exact: { customerId, forbidsNoMatch: false },
});

export const namePolicySubject: Subject = {
  look: async ({ tx }, id) => ((await selectForbidsNoMatch(tx, id)) ? contentOf(id) : undefined),
  approve: async (ctx: Ctx, id) => {
    if (ctx.actor.kind !== 'customer') throw new Refusal('access_denied');
    await set(ctx, { customerId: id, personId: ctx.actor.personId }, false);
    return undefined;
  },
  sendBack: async () => {},
};

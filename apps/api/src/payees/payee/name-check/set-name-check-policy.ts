import type { contract } from '@larkmere/contract/contract';
import {
  type ApprovalContent,
  type ApprovalHandler,
  createApprovalRequest,
  hasOtherApprover,
  loadRequestSummaries,
} from '../../../approvals/approval/approval.ts';
import { requirePinAuthorisation } from '../../../identity/pin/pin.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../../platform/requests/verb.ts';
import { selectBlockOnNoMatch, upsertNameCheckPolicy } from './name-check-policy.sql.ts';

/** Where another manager exists, loosening the policy needs their approval. */
const managerApproval = { ruleId: null, approvers: 1, roles: [], days: 7 } as const;

export const showNameCheckPolicy: Verb<typeof contract.payee.nameCheckPolicy> = async ({ tx, actor }) => {
  const { customerId } = actor;
  const badge = (await loadRequestSummaries(tx, 'name_policy', [customerId])).get(customerId);
  return { blockOnNoMatch: await selectBlockOnNoMatch(tx, customerId), isChangePending: badge?.state === 'open' };
};

/**
 * Blocking applies at once; allowing again needs another manager where there is one. Refuses `approval_invalid`, and
 * `invalid_transition` while a request is open.
 */
export const setNameCheckPolicy: Verb<typeof contract.payee.setNameCheckPolicy> = async (ctx, input) => {
  const { blockOnNoMatch, authorisation, idempotency } = input;
  const { customerId, userId: makerId } = ctx.actor;
  const now = await showNameCheckPolicy(ctx, {});
  if (now.isChangePending) throw new Refusal('invalid_transition');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'payee.set-name-check-policy',
    blockOnNoMatch,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  const loosens = now.blockOnNoMatch && !blockOnNoMatch;
  if (loosens && (await hasOtherApprover(ctx, ctx.actor, 'name_policy'))) {
    const asked = {
      kind: 'name_policy',
      subjectId: customerId,
      customerId,
      makerId,
      requirements: [managerApproval],
    } as const;
    await createApprovalRequest(ctx, { ...asked, content: toApprovalContent(customerId) });
    return { ...now, isChangePending: true };
  }
  await storePolicy(ctx, { customerId, userId: makerId }, blockOnNoMatch);
  return { blockOnNoMatch, isChangePending: false };
};

type PolicyAuthor = Pick<CustomerCtx['actor'], 'customerId' | 'userId'>;

async function storePolicy(ctx: Ctx, { customerId, userId }: PolicyAuthor, forbidsNoMatch: boolean): Promise<void> {
  await upsertNameCheckPolicy(ctx.tx, { customerId, userId, blockOnNoMatch: forbidsNoMatch, at: ctx.now });
  await audit(ctx, 'payee.name_check_policy_set', `customer:${customerId}`, { forbidsNoMatch });
}

const toApprovalContent = (customerId: string): ApprovalContent => ({
  title: 'Allow payees whose name does not match',
  amount: null,
  link: '/team-approval?box=rules',
  details: [
    {
      label: 'From then on',
      value: 'Your people may pay and add somebody whose bank says that the name is not the account’s, with a reason.',
    },
  ],
  exact: { customerId, forbidsNoMatch: false },
});

export const nameCheckPolicyApprovalHandler: ApprovalHandler = {
  snapshot: async ({ tx }, id) => ((await selectBlockOnNoMatch(tx, id)) ? toApprovalContent(id) : undefined),
  release: async (ctx: Ctx, id) => {
    if (ctx.actor.kind !== 'customer') throw new Refusal('access_denied');
    await storePolicy(ctx, { customerId: id, userId: ctx.actor.userId }, false);
    return undefined;
  },
  reject: async () => {},
};

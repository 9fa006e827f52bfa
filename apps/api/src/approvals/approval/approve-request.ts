import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import type { ApprovalHandlers } from './approvable.ts';
import { isSatisfied } from './evaluate-rules.ts';
import { lockWithItem, requireCanDecide } from './lock-request.ts';
import { insertDecision } from './request.sql.ts';
import { toRecordedApprovals, viewRequest } from './request.view.ts';
import { completeRequest, digestContent } from './request-approval.ts';

/**
 * The digest and PIN cover exactly what the approver saw. The last approval executes the subject in the same
 * transaction. If the content changed, the request is sent back instead; a temporary refusal rolls back the approval
 * too.
 */
export const approveRequest =
  (handlers: ApprovalHandlers): Verb<typeof contract.approval.approve> =>
  async (ctx, { uid, digest, authorisation, idempotency }) => {
    const inHand = await lockWithItem(ctx, handlers, uid);
    const { viewer, request, decisions, item } = inHand;
    requireCanDecide(ctx, inHand);
    if (request.digest !== digest) throw new Refusal('authorisation_invalid');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'approval.approve',
      uid,
      digest,
      amount: request.content.amount?.amount ?? '0',
      currency: request.content.amount?.currency ?? 'GBP',
      paymentIdempotency: idempotency,
    });
    const sendBack = async (reason: string) => {
      await item?.reject('void', reason);
      return viewRequest(ctx, viewer, await completeRequest(ctx, request, 'void', reason));
    };
    if (!item || digestContent(item.content) !== request.digest)
      return sendBack(defaultText('approval_request_changed'));
    const { id: userId, role } = viewer.me;
    const given = [...toRecordedApprovals(request, decisions), { userId, role }];
    const isLast = request.requirements.every((demand) => isSatisfied(demand, given));
    const obstacle = isLast ? await item.release(request) : undefined;
    if (obstacle) return sendBack(obstacle);
    await insertDecision(ctx.tx, { request, userId, role, verdict: 'approve', note: null });
    await audit(ctx, 'approval.granted', `team_approval:${uid}`, {
      digest,
      of: given.length,
      needed: request.approvalsNeeded,
    });
    return viewRequest(ctx, viewer, isLast ? await completeRequest(ctx, request, 'approved', null) : request);
  };

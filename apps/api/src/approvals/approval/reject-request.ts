import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import type { Verb } from '../../platform/requests/verb.ts';
import type { ApprovalHandlers } from './approvable.ts';
import { lockWithItem, requireCanDecide } from './lock-request.ts';
import { insertDecision } from './request.sql.ts';
import { viewRequest } from './request.view.ts';
import { completeRequest } from './request-approval.ts';

/** One rejection ends the request. Throws `not_found`, `invalid_transition`, `approver_conflict`, `access_denied`. */
export const rejectRequest =
  (handlers: ApprovalHandlers): Verb<typeof contract.approval.reject> =>
  async (ctx, { uid, note }) => {
    const inHand = await lockWithItem(ctx, handlers, uid);
    const { viewer, request, item } = inHand;
    requireCanDecide(ctx, inHand);
    const { id: userId, role, name } = viewer.me;
    await insertDecision(ctx.tx, { request, userId, role, verdict: 'reject', note });
    const reason = defaultText('approval_sent_back', { name, note });
    await item?.reject('rejected', reason);
    return viewRequest(ctx, viewer, await completeRequest(ctx, request, 'rejected', reason));
  };

import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { type ApprovalHandlers, completeRequest } from './approval.ts';
import { lockWithSubject, requireCanDecide } from './lock-request.ts';
import { insertDecision } from './request.sql.ts';
import { viewRequest } from './request.view.ts';

/** One rejection ends the request. Throws `not_found`, `invalid_transition`, `approver_conflict`, `access_denied`. */
export const rejectRequest =
  (subjects: ApprovalHandlers): Verb<typeof contract.approval.reject> =>
  async (ctx, { uid, note }) => {
    const inHand = await lockWithSubject(ctx, subjects, uid);
    const { viewer, request, handler, content } = inHand;
    requireCanDecide(ctx, inHand);
    const { id: userId, role, name } = viewer.me;
    await insertDecision(ctx.tx, { request, userId, role, verdict: 'reject', note });
    const reason = `${name} sent it back: ${note}`;
    if (content) await handler.reject(ctx, request.subject_id, 'rejected', reason);
    return viewRequest(ctx, viewer, await completeRequest(ctx, request, 'rejected', reason));
  };

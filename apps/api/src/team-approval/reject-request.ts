import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { requireSay, takeInHand } from './decide.ts';
import { insertDecision } from './request.sql.ts';
import { viewRequest } from './request.view.ts';
import { endRequest, type Subjects } from './team-approval.ts';

/** One rejection ends the request. Throws `not_found`, `invalid_transition`, `approver_conflict`, `access_denied`. */
export const rejectRequest =
  (subjects: Subjects): Verb<typeof contract.teamApproval.reject> =>
  async (ctx, { uid, note }) => {
    const inHand = await takeInHand(ctx, subjects, uid);
    const { reader, request, subject, content } = inHand;
    requireSay(ctx, inHand);
    const { id: personId, role, name } = reader.me;
    await insertDecision(ctx.tx, { request, personId, role, verdict: 'reject', note });
    const reason = `${name} sent it back: ${note}`;
    if (content) await subject.sendBack(ctx, request.subject_id, 'rejected', reason);
    return viewRequest(ctx, reader, await endRequest(ctx, request, 'rejected', reason));
  };

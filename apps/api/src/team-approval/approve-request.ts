import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { requireSay, takeInHand } from './decide.ts';
import { isMet } from './judge.ts';
import { insertDecision } from './request.sql.ts';
import { approved, viewRequest } from './request.view.ts';
import { digestOf, endRequest, type Subjects } from './team-approval.ts';

const changed = 'It was changed after it was asked for, so nobody can approve it any more. Nothing was sent.';

/**
 * The digest and PIN cover exactly what the approver saw. The last approval executes the subject in the same
 * transaction. If the content changed, the request is sent back instead; a temporary refusal rolls back the approval
 * too.
 */
export const approveRequest =
  (subjects: Subjects): Verb<typeof contract.teamApproval.approve> =>
  async (ctx, { uid, digest, approval, idempotency }) => {
    const inHand = await takeInHand(ctx, subjects, uid);
    const { reader, request, decisions, subject, content } = inHand;
    requireSay(ctx, inHand);
    if (request.digest !== digest) throw new Refusal('approval_invalid');
    await requireApproval(ctx, approval, {
      operation: 'team-approval.approve',
      uid,
      digest,
      amount: request.content.amount?.amount ?? '0',
      currency: request.content.amount?.currency ?? 'GBP',
      paymentIdempotency: idempotency,
    });
    const sendBack = async (reason: string) => {
      if (content) await subject.sendBack(ctx, request.subject_id, 'void', reason);
      return viewRequest(ctx, reader, await endRequest(ctx, request, 'void', reason));
    };
    if (!content || digestOf(content) !== request.digest) return sendBack(changed);
    const { id: personId, role } = reader.me;
    const given = [...approved(request, decisions), { personId, role }];
    const isLast = request.demands.every((demand) => isMet(demand, given));
    const obstacle = isLast ? await subject.approve(ctx, request.subject_id) : undefined;
    if (obstacle) return sendBack(obstacle);
    await insertDecision(ctx.tx, { request, personId, role, verdict: 'approve', note: null });
    await audit(ctx, 'team-approval.given', `team_approval:${uid}`, {
      digest,
      of: given.length,
      needed: request.needed,
    });
    return viewRequest(ctx, reader, isLast ? await endRequest(ctx, request, 'approved', null) : request);
  };

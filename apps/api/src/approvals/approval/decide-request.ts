import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { groupCommit } from '../../platform/batching/group-commit.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, SystemActor, Verb } from '../../platform/requests/verb.ts';
import type { ApprovalHandlers, LockedItem } from './approvable.ts';
import {
  type ApprovalDecisionRow,
  type ApprovalRequestRow,
  findRequest,
  insertDecision,
  lockRequest,
  selectDecisions,
  selectExpiredIds,
} from './approval.sql.ts';
import { isSatisfied } from './evaluate-rules.ts';
import {
  type BlockedReason,
  findBlockedReason,
  requireRequest,
  requireViewer,
  toRecordedApprovals,
  type Viewer,
  viewRequest,
} from './request.view.ts';
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

/** Throws `not_found`, `access_denied` for the request of another person and `invalid_transition` for a closed one. */
export const recallRequest =
  (handlers: ApprovalHandlers): Verb<typeof contract.approval.recall> =>
  async (ctx, { uid, note }) => {
    const { viewer, request, item } = await lockWithItem(ctx, handlers, uid);
    if (request.makerId !== viewer.me.id) throw accessDenied('not_the_maker');
    if (request.state !== 'open') throw new Refusal('invalid_transition');
    const { name } = viewer.me;
    const reason = note
      ? defaultText('approval_withdrawn_with_note', { name, note })
      : defaultText('approval_withdrawn', { name });
    await item?.reject('recalled', reason);
    return viewRequest(ctx, viewer, await completeRequest(ctx, request, 'recalled', reason));
  };

type LockedRequest = Readonly<{
  viewer: Viewer;
  request: ApprovalRequestRow;
  decisions: readonly ApprovalDecisionRow[];
  item: LockedItem | undefined;
}>;

/**
 * Locks the item before the request, in the same order as the item's own module, to avoid deadlocks. Throws
 * `not_found`.
 */
async function lockWithItem(ctx: CustomerCtx, handlers: ApprovalHandlers, uid: string): Promise<LockedRequest> {
  const reader = await requireViewer(ctx);
  const { kind, subjectId } = await requireRequest(ctx, reader, uid);
  const item = await handlers[kind].lock(ctx, subjectId);
  const request = await requireLockedRequest(ctx, uid);
  return { viewer: reader, request, decisions: await selectDecisions(ctx.tx, [uid]), item };
}

async function requireLockedRequest({ tx }: Pick<Ctx, 'tx'>, uid: string): Promise<ApprovalRequestRow> {
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  return request;
}

const refusalByReason: Readonly<Record<Exclude<BlockedReason, null>, Refusal>> = {
  over: new Refusal('invalid_transition', { reason: message('approval_request_closed') }),
  own: new Refusal('approver_conflict'),
  decided: new Refusal('approver_conflict', { reason: message('approval_already_given') }),
  role: accessDenied('other_role'),
};

/**
 * Throws `invalid_transition` for a closed request, `approver_conflict` for the maker or a second decision, otherwise
 * `access_denied`.
 */
function requireCanDecide({ now }: Ctx, { viewer, request, decisions }: LockedRequest): void {
  const why = findBlockedReason(viewer, request, decisions, now);
  if (why !== null) throw refusalByReason[why];
}

const actor: SystemActor = { kind: 'system', name: 'expire-approval-requests' };
const maxBatchSize = 100;

/**
 * Any number of processes may run this; a concurrent decision wins or fails. Requests that cannot be expired do not
 * block the rest, and the first failure is thrown at the end.
 */
export async function expireRequests(db: Db, handlers: ApprovalHandlers): Promise<number> {
  const asSystem =
    <T>(work: (ctx: Ctx) => Promise<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now, actor, requestId: 'expire-approval-requests' });
  let ended = 0;
  for (;;) {
    const due = await inTransaction(db, (tx) => selectExpiredIds(tx, maxBatchSize));
    const works = due.map((id) => asSystem((ctx) => expireRequest(ctx, handlers, id)));
    const outcomes = await groupCommit(db, works);
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
    ended += done;
    if (done > 0) continue;
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return ended;
  }
}

async function expireRequest(ctx: Ctx, handlers: ApprovalHandlers, id: string): Promise<boolean> {
  const found = await findRequest(ctx.tx, id);
  if (!found) return false;
  const item = await handlers[found.kind].lock(ctx, found.subjectId);
  const request = await requireLockedRequest(ctx, id);
  if (request.state !== 'open') return false;
  const reason = defaultText('approval_expired');
  await item?.reject('expired', reason);
  await completeRequest(ctx, request, 'expired', reason);
  return true;
}

export const approvalRequestExpiry = (handlers: ApprovalHandlers) =>
  defineJob({ name: 'expire-approval-requests', everySeconds: 5, run: ({ db }) => expireRequests(db, handlers) });

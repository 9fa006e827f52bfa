import { message } from '@larkmere/messages/message';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import type { ApprovalHandlers, LockedItem } from './approvable.ts';
import { type ApprovalDecisionRow, type ApprovalRequestRow, lockRequest, selectDecisions } from './request.sql.ts';
import { type BlockedReason, findBlockedReason, requireRequest, requireViewer, type Viewer } from './request.view.ts';

export type LockedRequest = Readonly<{
  viewer: Viewer;
  request: ApprovalRequestRow;
  decisions: readonly ApprovalDecisionRow[];
  item: LockedItem | undefined;
}>;

/**
 * Locks the item before the request, in the same order as the item's own module, to avoid deadlocks. Throws
 * `not_found`.
 */
export async function lockWithItem(ctx: CustomerCtx, handlers: ApprovalHandlers, uid: string): Promise<LockedRequest> {
  const reader = await requireViewer(ctx);
  const { kind, subjectId } = await requireRequest(ctx, reader, uid);
  const item = await handlers[kind].lock(ctx, subjectId);
  const request = await requireLockedRequest(ctx, uid);
  return { viewer: reader, request, decisions: await selectDecisions(ctx.tx, [uid]), item };
}

export async function requireLockedRequest({ tx }: Pick<Ctx, 'tx'>, uid: string): Promise<ApprovalRequestRow> {
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
export function requireCanDecide({ now }: Ctx, { viewer, request, decisions }: LockedRequest): void {
  const why = findBlockedReason(viewer, request, decisions, now);
  if (why !== null) throw refusalByReason[why];
}

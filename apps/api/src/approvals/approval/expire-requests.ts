import { defaultText } from '@larkmere/messages/format-message';
import { groupCommit } from '../../platform/batching/group-commit.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import type { ApprovalHandlers } from './approvable.ts';
import { requireLockedRequest } from './decide-request.ts';
import { findRequest, selectExpiredIds } from './request.sql.ts';
import { completeRequest } from './request-approval.ts';

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

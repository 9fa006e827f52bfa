import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { type Repeating, repeat } from '../kernel/repeat.ts';
import { inOneTransaction, inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { lockedRequest, subjectOf } from './decide.ts';
import { findRequest, runOut } from './request.sql.ts';
import { endRequest, type Subjects } from './team-approval.ts';

const actor: SystemActor = { kind: 'system', name: 'expire-team-approvals' };
const mostTogether = 100;

/**
 * Any number of processes may run this; a concurrent decision wins or fails. Requests that cannot be expired do not
 * block the rest, and the first failure is thrown at the end.
 */
export async function expireRequests(db: Db, subjects: Subjects): Promise<number> {
  const asSystem =
    <T>(work: (ctx: Ctx) => Promise<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now, actor, requestId: 'expire-team-approvals' });
  let ended = 0;
  for (;;) {
    const due = await inTransaction(db, (tx) => runOut(tx, mostTogether));
    const works = due.map((id) => asSystem((ctx) => expire(ctx, subjects, id)));
    const outcomes = await inOneTransaction(db, works);
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
    ended += done;
    if (done > 0) continue;
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return ended;
  }
}

async function expire(ctx: Ctx, subjects: Subjects, id: string): Promise<boolean> {
  const found = await findRequest(ctx.tx, id);
  if (!found) return false;
  const subject = subjectOf(subjects, found.kind);
  const content = await subject.look(ctx, found.subject_id);
  const request = await lockedRequest(ctx, id);
  if (request.state !== 'open') return false;
  const reason = 'Nobody decided in time, so this was not done.';
  if (content) await subject.sendBack(ctx, request.subject_id, 'expired', reason);
  await endRequest(ctx, request, 'expired', reason);
  return true;
}

export const teamApprovalTasks = (db: Db, subjects: Subjects, log: Log): Repeating[] => [
  repeat('expire team approvals', 5000, async () => void (await expireRequests(db, subjects)), log),
];

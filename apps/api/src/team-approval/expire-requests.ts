import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { type Repeating, repeat } from '../kernel/repeat.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { lockedRequest, subjectOf } from './decide.ts';
import { findRequest, runOut } from './request.sql.ts';
import { endRequest, type Subjects } from './team-approval.ts';

const actor: SystemActor = { kind: 'system', name: 'expire-team-approvals' };
const most = 50;

/** Ends what nobody decided in time. Safe in several processes; whoever decides at the same moment wins or comes too late. */
export async function expireRequests(db: Db, subjects: Subjects): Promise<number> {
  const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'expire-team-approvals' }));
  const due = await run(({ tx }) => runOut(tx, most));
  let ended = 0;
  for (const id of due) if (await run((ctx) => expire(ctx, subjects, id))) ended += 1;
  return ended;
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

/** What time alone does to what waits for colleagues. */
export const teamApprovalTasks = (db: Db, subjects: Subjects, log: Log): Repeating[] => [
  repeat('expire team approvals', 5000, async () => void (await expireRequests(db, subjects)), log),
];

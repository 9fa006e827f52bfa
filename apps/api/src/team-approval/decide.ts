import type { RequestKind } from '@larkmere/contract/team-approval';
import { denied, Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { type DecisionRow, decisionsOf, lockRequest, type RequestRow } from './request.sql.ts';
import { type Reader, requireReader, requireRequest, type WhyNot, whyNot } from './request.view.ts';
import type { Content, Subject, Subjects } from './team-approval.ts';

export type InHand = Readonly<{
  reader: Reader;
  request: RequestRow;
  decisions: readonly DecisionRow[];
  subject: Subject;
  content: Content | undefined;
}>;

export function subjectOf(subjects: Subjects, kind: RequestKind): Subject {
  const subject = subjects[kind];
  if (!subject) throw new Error(`nobody takes decisions about a ${kind}`);
  return subject;
}

/**
 * Locks the subject before the request, in the same order as the subject's own module, to avoid deadlocks. Throws
 * `not_found`.
 */
export async function takeInHand(ctx: CustomerCtx, subjects: Subjects, uid: string): Promise<InHand> {
  const reader = await requireReader(ctx);
  const { kind, subject_id } = await requireRequest(ctx, reader, uid);
  const subject = subjectOf(subjects, kind);
  const content = await subject.look(ctx, subject_id);
  const request = await lockedRequest(ctx, uid);
  return { reader, request, decisions: await decisionsOf(ctx.tx, [uid]), subject, content };
}

export async function lockedRequest({ tx }: Pick<Ctx, 'tx'>, uid: string): Promise<RequestRow> {
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  return request;
}

const sentences: Readonly<Record<Exclude<WhyNot, null>, Refusal>> = {
  over: new Refusal('invalid_transition', {
    message: 'This has been decided already, or its time is up. Nothing was changed.',
  }),
  own: new Refusal('approver_conflict'),
  decided: new Refusal('approver_conflict', {
    message: 'You have approved this already. It needs somebody else too. Nothing was changed.',
  }),
  role: denied('other_role'),
};

/**
 * Throws `invalid_transition` for a closed request, `approver_conflict` for the maker or a second decision, otherwise
 * `access_denied`.
 */
export function requireSay({ now }: Ctx, { reader, request, decisions }: InHand): void {
  const why = whyNot(reader, request, decisions, now);
  if (why !== null) throw sentences[why];
}

import type { RequestKind } from '@larkmere/contract/team-approval';
import { denied, Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { type DecisionRow, decisionsOf, lockRequest, type RequestRow } from './request.sql.ts';
import { type Reader, requireReader, requireRequest, type WhyNot, whyNot } from './request.view.ts';
import type { Content, Subject, Subjects } from './team-approval.ts';

/** A request in the hands of whoever decides it: nobody else can, and what it is about stands still. */
export type InHand = Readonly<{
  reader: Reader;
  request: RequestRow;
  decisions: readonly DecisionRow[];
  subject: Subject;
  /** What it is about, as it is now; undefined when that waits for nobody any more. */
  content: Content | undefined;
}>;

export function subjectOf(subjects: Subjects, kind: RequestKind): Subject {
  const subject = subjects[kind];
  if (!subject) throw new Error(`nobody takes decisions about a ${kind}`);
  return subject;
}

/** First what it is about and then the request: in the order in which its own slice locks the two. Refuses `not_found`. */
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

/** Refuses `invalid_transition` what is over, `approver_conflict` one's own and the second time, `access_denied` the rest. */
export function requireSay({ now }: Ctx, { reader, request, decisions }: InHand): void {
  const why = whyNot(reader, request, decisions, now);
  if (why !== null) throw sentences[why];
}

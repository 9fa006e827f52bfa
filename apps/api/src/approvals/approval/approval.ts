import { createHash } from 'node:crypto';
import type {
  ApprovalRequestKind,
  ApprovalRequestState,
  ApprovalRequestSummary,
  ApprovalRuleScope,
} from '@larkmere/contract/approvals/approval';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  type ApprovalRequirement,
  evaluateRules,
  findApprovers,
  findUnsatisfiable,
  isMakerRole,
  type ValueIn,
} from './evaluate-rules.ts';
import { loadMakerRules } from './maker-rules.read.ts';
import { listPeople } from './people.read.ts';
import {
  type ApprovalContent,
  type ApprovalRequestRow,
  closeRequest,
  findLastRequests,
  insertRequest,
  lockOpenRequest,
  selectDecisions,
} from './request.sql.ts';
import { findBlockedReason } from './request.view.ts';
import { toRequestSummary } from './request-summary.ts';

export type { ApprovalRequirement } from './evaluate-rules.ts';
export type { ApprovalContent } from './request.sql.ts';

export const digestContent = (content: ApprovalContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

export type UnapprovedState = Exclude<ApprovalRequestState, 'open' | 'approved'>;

/**
 * `snapshot` locks the subject and returns its current content, undefined if it no longer awaits approval. `release`
 * executes it, returns a message if it never can, and throws a refusal if it cannot at present. `reject` releases
 * what was reserved.
 */
export type ApprovalHandler = Readonly<{
  snapshot: (ctx: Ctx, id: string) => Promise<ApprovalContent | undefined>;
  release: (ctx: Ctx, id: string) => Promise<string | undefined>;
  reject: (ctx: Ctx, id: string, end: UnapprovedState, reason: string) => Promise<void>;
}>;
export type ApprovalHandlers = Readonly<Partial<Record<ApprovalRequestKind, ApprovalHandler>>>;

export const approvalRequested = defineEvent<ApprovalRequestedEvent>('approval.requested');
export type ApprovalRequestedEvent = Readonly<{
  requestId: string;
  people: readonly string[];
  title: string;
  makerName: string;
  expiresAt: string;
}>;

export const approvalCompleted = defineEvent<ApprovalCompletedEvent>('approval.completed');
export type ApprovalCompletedEvent = Readonly<{
  requestId: string;
  kind: ApprovalRequestKind;
  makerId: string;
  title: string;
  state: Exclude<ApprovalRequestState, 'open'>;
  note: string | null;
  link: string;
}>;

type RequirementQuery = Readonly<{ customerId: string; userId: string; scope: ApprovalRuleScope; valueIn: ValueIn }>;

/**
 * Empty means no approval is needed. Throws `access_denied` if the person may not even prepare it, `approval_required`
 * if nobody could approve it.
 */
export async function findApprovalRequirements(
  { tx }: Pick<Ctx, 'tx'>,
  made: RequirementQuery,
): Promise<readonly ApprovalRequirement[]> {
  const { customerId, userId, scope, valueIn } = made;
  const coverage = await loadMakerRules(tx, userId);
  if (!coverage) throw new Refusal('access_denied');
  const { role, rules } = coverage;
  const maker = { id: userId, role };
  if (!isMakerRole(role, scope)) throw new Refusal('access_denied');
  const demands = await evaluateRules(rules, maker, scope, valueIn);
  if (demands.length === 0) return demands;
  const lacking = findUnsatisfiable(await listPeople(tx, customerId), userId, scope, demands);
  if (!lacking) return demands;
  throw new Refusal('approval_required', {
    message:
      'A colleague has to approve this, and too few of them can at present. Nothing was sent or exchanged. Ask the account owner.',
  });
}

export async function hasOtherApprover(
  { tx }: Pick<Ctx, 'tx'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  kind: ApprovalRequestKind,
): Promise<boolean> {
  return findApprovers(await listPeople(tx, customerId), userId, kind, { roles: [] }).length > 0;
}

export function mergeRequirements(
  ...sides: readonly (readonly ApprovalRequirement[])[]
): readonly ApprovalRequirement[] {
  const all = sides.flat();
  const ruled = all.filter(({ ruleId }) => ruleId !== null);
  return ruled.length > 0 ? ruled : all.slice(0, 1);
}

type NewApprovalRequest = Readonly<{
  kind: ApprovalRequestKind;
  subjectId: string;
  customerId: string;
  makerId: string;
  content: ApprovalContent;
  requirements: readonly ApprovalRequirement[];
}>;

export const shortestExpiryDays = (demands: readonly ApprovalRequirement[]): number =>
  Math.min(...demands.map(({ days }) => days));

/** The request keeps the requirements of this moment, whatever rules change later. */
export async function createApprovalRequest(ctx: Ctx, asked: NewApprovalRequest): Promise<ApprovalRequestRow> {
  const { tx } = ctx;
  const { kind, subjectId, customerId, makerId, content, requirements } = asked;
  const request = await insertRequest(tx, {
    id: v7(),
    customer_id: customerId,
    kind,
    subject_id: subjectId,
    maker_id: makerId,
    content,
    digest: digestContent(content),
    requirements,
    approvals_needed: Math.max(...requirements.map(({ approvers }) => approvers)),
    days: shortestExpiryDays(requirements),
  });
  const people = await listPeople(tx, customerId);
  const asking = new Set(
    requirements.flatMap((demand) => findApprovers(people, makerId, kind, demand).map(({ id }) => id)),
  );
  await emit(ctx, approvalRequested, {
    requestId: request.id,
    people: [...asking],
    title: content.title,
    makerName: people.find(({ id }) => id === makerId)?.name ?? '',
    expiresAt: request.expires_at.toISOString(),
  });
  await audit(ctx, 'approval.requested', `team_approval:${request.id}`, {
    kind,
    subject: subjectId,
    demands: requirements,
  });
  return request;
}

export async function completeRequest(
  ctx: Ctx,
  { id, kind, maker_id: makerId, content: { title, link } }: ApprovalRequestRow,
  state: Exclude<ApprovalRequestState, 'open'>,
  note: string | null,
): Promise<ApprovalRequestRow> {
  const ended = await closeRequest(ctx.tx, { id, state, note });
  const page = link ?? `/team-approval?request=${id}`;
  await emit(ctx, approvalCompleted, { requestId: id, kind, makerId, title, state, note, link: page });
  await audit(ctx, `team-approval.${state}`, `team_approval:${id}`, { note });
  return ended;
}

export async function voidApproval(
  ctx: Ctx,
  kind: ApprovalRequestKind,
  subjectId: string,
  note: string,
): Promise<void> {
  const open = await lockOpenRequest(ctx.tx, kind, subjectId);
  if (open) await completeRequest(ctx, open, 'void', note);
}

export async function findApprovableSubjects(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  kind: ApprovalRequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const requests = subjectIds.length > 0 ? await findLastRequests(tx, kind, subjectIds) : [];
  if (requests.length === 0) return new Set();
  const people = await listPeople(tx, customerId);
  const me = people.find(({ id, active }) => active && id === userId);
  const ids = requests.map(({ id }) => id);
  const decisions = await selectDecisions(tx, ids);
  const mine = requests.filter((request) => me && findBlockedReason({ me, people }, request, decisions, now) === null);
  return new Set(mine.map(({ subject_id }) => subject_id));
}

export async function loadRequestSummaries(
  tx: Tx,
  kind: ApprovalRequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, ApprovalRequestSummary>> {
  const requests = subjectIds.length > 0 ? await findLastRequests(tx, kind, subjectIds) : [];
  const [first] = requests;
  if (!first) return new Map();
  const people = await listPeople(tx, first.customer_id);
  const decisions = await selectDecisions(
    tx,
    requests.map(({ id }) => id),
  );
  return new Map(requests.map((request) => [request.subject_id, toRequestSummary(request, decisions, people)]));
}

import { createHash } from 'node:crypto';
import type {
  ApprovalRequestKind,
  ApprovalRequestState,
  ApprovalRequestSummary,
  ApprovalRuleScope,
} from '@larkmere/contract/approvals/approval';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listPeople, loadMakerRules } from './approval.read.ts';
import {
  type ApprovalContent,
  type ApprovalRequestRow,
  closeRequest,
  insertRequest,
  lockOpenRequest,
} from './approval.sql.ts';
import {
  type ApprovalRequirement,
  type Colleague,
  canUseAll,
  evaluateRules,
  findApprovers,
  findUnsatisfiable,
  isMakerRole,
  type ValueIn,
} from './evaluate-rules.ts';
import { toRequestSummary } from './request.view.ts';

export const digestContent = (content: ApprovalContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

export type Maker = Readonly<{ customerId: string; userId: string }>;

type NewApprovalRequest = Readonly<{
  kind: ApprovalRequestKind;
  subjectId: string;
  maker: Maker;
  content: ApprovalContent;
  accounts: readonly string[];
  requirements: readonly ApprovalRequirement[];
}>;

/**
 * Refuses `approval_required` if too few colleagues may both approve it and use its accounts. The request keeps the
 * requirements of this moment, whatever rules change later.
 */
export async function createRequest(ctx: Ctx, input: NewApprovalRequest): Promise<ApprovalRequestSummary> {
  const { tx } = ctx;
  const { kind, subjectId, maker, content, accounts, requirements } = input;
  const { customerId, userId: makerId } = maker;
  const people = await listPeople(tx, customerId);
  const concerned = people.filter((each) => canUseAll(each, accounts));
  requireApprovers(concerned, makerId, kind, requirements);
  const request = await insertRequest(tx, {
    id: v7(),
    customerId,
    kind,
    subjectId,
    makerId,
    content,
    accounts: [...accounts],
    digest: digestContent(content),
    requirements,
    approvalsNeeded: Math.max(...requirements.map(({ approvers }) => approvers)),
    days: shortestExpiryDays(requirements),
  });
  const asking = new Set(
    requirements.flatMap((demand) => findApprovers(concerned, makerId, kind, demand).map(({ id }) => id)),
  );
  await emit(ctx, approvalRequested, {
    requestId: request.id,
    customerId,
    people: [...asking],
    title: content.title,
    makerName: people.find(({ id }) => id === makerId)?.name ?? '',
    expiresAt: request.expiresAt.toISOString(),
  });
  await audit(ctx, 'approval.requested', `team_approval:${request.id}`, {
    kind,
    subject: subjectId,
    demands: requirements,
  });
  return toRequestSummary(request, [], people);
}

export async function completeRequest(
  ctx: Ctx,
  { id, kind, customerId, makerId, content: { title, link } }: ApprovalRequestRow,
  state: Exclude<ApprovalRequestState, 'open'>,
  note: string | null,
): Promise<ApprovalRequestRow> {
  const ended = await closeRequest(ctx.tx, { id, state, note });
  const page = link ?? `/team-approval?request=${id}`;
  await emit(ctx, approvalCompleted, { requestId: id, customerId, kind, makerId, title, state, note, link: page });
  await audit(ctx, `team-approval.${state}`, `team_approval:${id}`, { note });
  return ended;
}

/** For an item that was edited, cancelled or ended otherwise while its request was open. */
export async function voidApproval(
  ctx: Ctx,
  kind: ApprovalRequestKind,
  subjectId: string,
  note: string,
): Promise<void> {
  const open = await lockOpenRequest(ctx.tx, kind, subjectId);
  if (open) await completeRequest(ctx, open, 'void', note);
}

export const approvalRequested = defineEvent<ApprovalRequestedEvent>('approval.requested');
export type ApprovalRequestedEvent = Readonly<{
  requestId: string;
  customerId: string;
  people: readonly string[];
  title: string;
  makerName: string;
  expiresAt: string;
}>;

export const approvalCompleted = defineEvent<ApprovalCompletedEvent>('approval.completed');
export type ApprovalCompletedEvent = Readonly<{
  requestId: string;
  customerId: string;
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
  const coverage = await loadMakerRules(tx, { userId, customerId });
  if (!coverage) throw new Refusal('access_denied');
  const { role, rules } = coverage;
  const maker = { id: userId, role };
  if (!isMakerRole(role, scope)) throw new Refusal('access_denied');
  const demands = await evaluateRules(rules, maker, scope, valueIn);
  if (demands.length === 0) return demands;
  requireApprovers(await listPeople(tx, customerId), userId, scope, demands);
  return demands;
}

function requireApprovers(
  people: readonly Colleague[],
  makerId: string,
  kind: ApprovalRequestKind,
  demands: readonly ApprovalRequirement[],
): void {
  if (findUnsatisfiable(people, makerId, kind, demands))
    throw new Refusal('approval_required', { reason: message('approval_too_few_approvers') });
}

/** Weakening a control needs one colleague who may manage people, where there is one. Empty means that there is none. */
export async function managerRequirements(
  { tx }: Pick<Ctx, 'tx'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  kind: ApprovalRequestKind,
): Promise<readonly ApprovalRequirement[]> {
  const managers = findApprovers(await listPeople(tx, customerId), userId, kind, { roles: [] });
  return managers.length > 0 ? [{ ruleId: null, approvers: 1, roles: [], days: 7 }] : [];
}

export function mergeRequirements(
  ...sides: readonly (readonly ApprovalRequirement[])[]
): readonly ApprovalRequirement[] {
  const all = sides.flat();
  const ruled = all.filter(({ ruleId }) => ruleId !== null);
  return ruled.length > 0 ? ruled : all.slice(0, 1);
}

export const shortestExpiryDays = (demands: readonly ApprovalRequirement[]): number =>
  Math.min(...demands.map(({ days }) => days));

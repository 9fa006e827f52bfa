import type { ApprovalRequestKind, ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { contract } from '@larkmere/contract/contract';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { listPeople } from './approval.read.ts';
import { type ApprovalRequestRow, findLastRequests, listRequests, selectDecisions } from './approval.sql.ts';
import {
  canViewRequest,
  findBlockedReason,
  requireRequest,
  requireViewer,
  toRequestSummary,
  type Viewer,
  viewRequest,
  viewRequests,
} from './request.view.ts';
import type { Maker } from './request-approval.ts';

const maxRequests = 200;

export const listInbox: Verb<typeof contract.approval.list> = async (ctx, { box }) => {
  const reader = await requireViewer(ctx);
  if (box !== 'decided') return { list: await viewRequests(ctx, reader, (await selectOpen(ctx, reader))[box]) };
  const over = await listRequests(ctx.tx, { customerId: ctx.actor.customerId, open: false, most: maxRequests });
  const seen = over.filter((request) => canViewRequest(reader, request));
  return { list: await viewRequests(ctx, reader, seen) };
};

export const countInbox: Verb<typeof contract.approval.count> = async (ctx) => {
  const { waiting, requested } = await selectOpen(ctx, await requireViewer(ctx));
  return { waiting: waiting.length, requested: requested.length };
};

async function selectOpen(
  { tx, actor, now }: CustomerCtx,
  reader: Viewer,
): Promise<Readonly<{ waiting: ApprovalRequestRow[]; requested: ApprovalRequestRow[] }>> {
  const open = await listRequests(tx, { customerId: actor.customerId, open: true, most: maxRequests });
  const decisions = await selectDecisions(
    tx,
    open.map(({ id }) => id),
  );
  return {
    waiting: open.filter((request) => findBlockedReason(reader, request, decisions, now) === null),
    requested: open.filter((request) => request.makerId === reader.me.id && canViewRequest(reader, request)),
  };
}

export async function findApprovableSubjects(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: Maker,
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
  return new Set(mine.map(({ subjectId }) => subjectId));
}

export async function loadRequestSummaries(
  tx: Tx,
  kind: ApprovalRequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, ApprovalRequestSummary>> {
  const requests = subjectIds.length > 0 ? await findLastRequests(tx, kind, subjectIds) : [];
  const [first] = requests;
  if (!first) return new Map();
  const people = await listPeople(tx, first.customerId);
  const decisions = await selectDecisions(
    tx,
    requests.map(({ id }) => id),
  );
  return new Map(requests.map((request) => [request.subjectId, toRequestSummary(request, decisions, people)]));
}

export const getRequest: Verb<typeof contract.approval.show> = async (ctx, { uid }) => {
  const reader = await requireViewer(ctx);
  return viewRequest(ctx, reader, await requireRequest(ctx, reader, uid));
};

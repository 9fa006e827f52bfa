import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { type ApprovalRequestRow, listRequests, selectDecisions } from './request.sql.ts';
import { canViewRequest, findBlockedReason, requireViewer, type Viewer, viewRequests } from './request.view.ts';

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

import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { decisionsOf, listRequests, type RequestRow } from './request.sql.ts';
import { isFor, type Reader, requireReader, viewRequests, whyNot } from './request.view.ts';

const most = 200;

export const listInbox: Verb<typeof contract.teamApproval.list> = async (ctx, { box }) => {
  const reader = await requireReader(ctx);
  if (box !== 'decided') return { list: await viewRequests(ctx, reader, (await openOnes(ctx, reader))[box]) };
  const over = await listRequests(ctx.tx, { customerId: ctx.actor.customerId, open: false, most });
  const seen = over.filter((request) => isFor(reader, request));
  return { list: await viewRequests(ctx, reader, seen) };
};

export const countInbox: Verb<typeof contract.teamApproval.count> = async (ctx) => {
  const { waiting, asked } = await openOnes(ctx, await requireReader(ctx));
  return { waiting: waiting.length, asked: asked.length };
};

async function openOnes(
  { tx, actor, now }: CustomerCtx,
  reader: Reader,
): Promise<Readonly<{ waiting: RequestRow[]; asked: RequestRow[] }>> {
  const open = await listRequests(tx, { customerId: actor.customerId, open: true, most });
  const decisions = await decisionsOf(
    tx,
    open.map(({ id }) => id),
  );
  return {
    waiting: open.filter((request) => whyNot(reader, request, decisions, now) === null),
    asked: open.filter(({ maker_id }) => maker_id === reader.me.id),
  };
}

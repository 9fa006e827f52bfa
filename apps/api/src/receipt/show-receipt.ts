import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import { inThread } from '../kernel/thread.ts';
import type { Procedure } from '../kernel/verb.ts';
import { findReceipt } from './receipt.read.ts';
import { provable } from './receipt.ts';

const drawing = new URL('./draw-receipt.thread.ts', import.meta.url);

/**
 * Drawn in a worker thread, outside any transaction. Refuses `not_found`, `receipt_not_ready`, and
 * `service_unavailable` under load.
 */
export const showReceipt: Procedure<typeof contract.receipt.show> = async ({ actor, transaction }, { id }) => {
  const [receipt, now] = await transaction(async (ctx) => [await findReceipt(ctx.tx, id, actor.customerId), ctx.now]);
  if (!receipt) throw new Refusal('not_found');
  if (!provable.includes(receipt.state)) throw new Refusal('receipt_not_ready');
  const bytes = await inThread<Uint8Array<ArrayBuffer>>(drawing, { receipt, now }, { owner: actor.customerId });
  return new File([bytes], `receipt_${receipt.reference}.pdf`, { type: 'application/pdf' });
};

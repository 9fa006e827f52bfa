import type { contract } from '@larkmere/contract/contract';
import { drawInWorker } from '../../platform/pdf/draw-in-worker.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { findReceipt } from './receipt.read.ts';
import { receiptStates } from './receipt.ts';
import { receiptDocument } from './receipt-document.ts';

/**
 * Drawn in a worker thread, outside any transaction. Refuses `not_found`, `receipt_not_ready`, and
 * `service_unavailable` under load.
 */
export const showReceipt: Workflow<typeof contract.receipt.show> = async ({ actor, transaction }, { id }) => {
  const [receipt, now] = await transaction(async (ctx) => [await findReceipt(ctx, id), ctx.now]);
  if (!receipt) throw new Refusal('not_found');
  if (!receiptStates.includes(receipt.state)) throw new Refusal('receipt_not_ready');
  const bytes = await drawInWorker(receiptDocument(receipt), now, { owner: actor.customerId });
  return new File([bytes], `receipt_${receipt.reference}.pdf`, { type: 'application/pdf' });
};

import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import { inThread, ThreadFailed } from '../kernel/thread.ts';
import type { Procedure } from '../kernel/verb.ts';
import { selectTwinFile } from './bulk-payment.sql.ts';
import { viewFile } from './bulk-payment.view.ts';
import { keepFile } from './keep-file.ts';
import type { TakenFile } from './take-file.thread.ts';

const mostSeconds = 15;

const taking = new URL('./take-file.thread.ts', import.meta.url);

/**
 * Parses in a worker thread and pays nothing. Throws `file_rejected`, and `duplicate_suspected` for a file with the
 * same bytes.
 */
export const uploadFile: Procedure<typeof contract.bulkPayment.upload> = async (steps, { file, confirmDuplicate }) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest();
  const taken = await take(bytes, steps.actor.customerId);
  if ('rejected' in taken) throw new Refusal('file_rejected', { message: taken.rejected });
  return steps.transaction(async (ctx) => {
    const twin = await selectTwinFile(ctx.tx, ctx.actor.customerId, sha256);
    if (twin && !confirmDuplicate)
      throw new Refusal('duplicate_suspected', {
        message: 'You brought this very file before. Nothing was kept. Take it once more only if you mean it.',
        data: { existingUid: twin },
      });
    const id = await keepFile(ctx, { name: file.name.slice(0, 200), sha256, taken });
    return viewFile(ctx, id);
  });
};

async function take(bytes: Uint8Array, owner: string): Promise<TakenFile> {
  try {
    return await inThread<TakenFile>(taking, bytes, { owner, seconds: mostSeconds });
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    throw new Refusal('file_rejected', {
      message: 'This file takes too long to read. Nothing was kept. Split it up, or save the list alone as CSV.',
    });
  }
}

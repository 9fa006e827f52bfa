import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { runInWorker, WorkerFailed } from '../../platform/jobs/worker-pool.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { lockPayer } from '../payment/payment.ts';
import { findDuplicateFile, insertFile, insertRows } from './bulk.sql.ts';
import { viewFile } from './bulk.view.ts';
import type { ParsedUpload } from './parse-upload.thread.ts';
import { type DuplicateLookup, validateRows } from './validate-rows.ts';

const maxSeconds = 15;

const workerModule = new URL('./parse-upload.thread.ts', import.meta.url);

/**
 * Parses in a worker thread and pays nothing. Throws `file_rejected`, and `duplicate_suspected` for a file with the
 * same bytes.
 */
export const uploadFile: Workflow<typeof contract.bulkPayment.upload> = async (steps, { file, confirmDuplicate }) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest();
  const taken = await parseInWorker(bytes, steps.actor.customerId);
  if ('rejected' in taken) throw new Refusal('file_rejected', { reason: taken.rejected });
  return steps.transaction(async (ctx) => {
    // Two uploads of one file, in two tabs, follow each other.
    await lockPayer(ctx.tx, ctx.actor.customerId);
    const duplicate = await findDuplicateFile(ctx.tx, ctx.actor, sha256);
    if (duplicate && !confirmDuplicate)
      throw new Refusal('duplicate_suspected', {
        reason: message('bulk_file_duplicate'),
        data: { existingUid: duplicate },
      });
    const id = await storeFile(ctx, { name: removeHiddenCharacters(file.name).slice(0, 200), sha256, parsed: taken });
    return viewFile(ctx, id);
  });
};

async function parseInWorker(bytes: Uint8Array, owner: string): Promise<ParsedUpload> {
  try {
    return await runInWorker<ParsedUpload>(workerModule, bytes, { owner, timeoutSeconds: maxSeconds });
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    throw new Refusal('file_rejected', { reason: message('bulk_file_too_complex') });
  }
}

type FileToStore = Readonly<{ name: string; sha256: Buffer; parsed: Exclude<ParsedUpload, { rejected: Message }> }>;

export async function storeFile(
  ctx: CustomerCtx,
  { name, sha256, parsed: { format, rows } }: FileToStore,
): Promise<string> {
  const { tx, actor, now: at } = ctx;
  const { customerId, userId } = actor;
  const id = v7();
  await insertFile(tx, { id, customerId, userId, name, format, sha256, at });
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }));
  const standings = await validateRows(ctx, numbered, trackEarlierRows());
  await insertRows(
    tx,
    id,
    standings.map((standing, index) => ({ id: v7(), number: index + 1, ...standing })),
  );
  await audit(ctx, 'bulk-payment.uploaded', `bulk_payment:${id}`, { name, format, rows: rows.length });
  return id;
}

function trackEarlierRows(): DuplicateLookup {
  const [rowNumbers, names] = [new Map<string, number>(), new Map<string, { name: string; number: number }>()];
  return {
    findDuplicate: (key, number) => {
      const other = rowNumbers.get(key);
      if (other === undefined) rowNumbers.set(key, number);
      return other;
    },
    findNameConflict: ({ type, currency, account, name }, number) => {
      const key = [type, currency, account].join(' ');
      const before = names.get(key);
      if (!before) names.set(key, { name, number });
      return before && before.name !== name ? before.number : undefined;
    },
  };
}

import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inThread, ThreadFailed } from '../kernel/thread.ts';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import { insertFile, insertRows, selectTwinFile } from './bulk-payment.sql.ts';
import { viewFile } from './bulk-payment.view.ts';
import { type Others, standRows } from './stand-rows.ts';
import type { TakenFile } from './take-file.thread.ts';

const taking = new URL('./take-file.thread.ts', import.meta.url);

/**
 * Takes a file of payments: reads it in a thread of its own, checks each row, and keeps both. Nothing is paid by it.
 * Throws `file_rejected`, and `duplicate_suspected` for bytes that were brought before.
 */
export const uploadFile: Procedure<typeof contract.bulkPayment.upload> = async (steps, { file, confirmDuplicate }) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest();
  const taken = await take(bytes);
  if ('rejected' in taken) throw new Refusal('file_rejected', { message: taken.rejected });
  return steps.transaction(async (ctx) => {
    const twin = await selectTwinFile(ctx.tx, ctx.actor.customerId, sha256);
    if (twin && !confirmDuplicate)
      throw new Refusal('duplicate_suspected', {
        message: 'You brought this very file before. Nothing was kept. Take it once more only if you mean it.',
        data: { existingUid: twin },
      });
    const id = await keep(ctx, { name: file.name.slice(0, 200), sha256, taken });
    return viewFile(ctx, id);
  });
};

async function take(bytes: Uint8Array): Promise<TakenFile> {
  try {
    return await inThread<TakenFile>(taking, bytes, 30);
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    throw new Refusal('file_rejected', { message: 'This file is too much for us. Nothing was kept. Split it up.' });
  }
}

type Kept = Readonly<{ name: string; sha256: Buffer; taken: Exclude<TakenFile, { rejected: string }> }>;

async function keep(ctx: CustomerCtx, { name, sha256, taken: { format, rows } }: Kept): Promise<string> {
  const { tx, actor, now: at } = ctx;
  const { customerId, personId } = actor;
  const id = v7();
  await insertFile(tx, { id, customerId, personId, name, format, sha256, at });
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }));
  const standings = await standRows(ctx, numbered, earlierRows());
  await insertRows(
    tx,
    id,
    standings.map((standing, index) => ({ id: v7(), number: index + 1, ...standing })),
  );
  await audit(ctx, 'bulk-payment.uploaded', `bulk_payment:${id}`, { name, format, rows: rows.length });
  return id;
}

/** What the rows before say of the same payment, and of the same account. */
function earlierRows(): Others {
  const [twins, names] = [new Map<string, number>(), new Map<string, { name: string; number: number }>()];
  return {
    twinOf: (twin, number) => {
      const other = twins.get(twin);
      if (other === undefined) twins.set(twin, number);
      return other;
    },
    namesakeOf: ({ type, currency, account, name }, number) => {
      const key = [type, currency, account].join(' ');
      const before = names.get(key);
      if (!before) names.set(key, { name, number });
      return before && before.name !== name ? before.number : undefined;
    },
  };
}

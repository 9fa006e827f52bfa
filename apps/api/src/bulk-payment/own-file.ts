import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { type FileRow, selectFile } from './bulk-payment.sql.ts';

export async function requireOwnFile({ tx, actor }: CustomerCtx, id: string): Promise<FileRow> {
  const file = await selectFile(tx, id);
  if (!file || file.customer_id !== actor.customerId) throw new Refusal('not_found');
  return file;
}

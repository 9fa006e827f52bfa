import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { type FileRow, selectFile } from './bulk.sql.ts';

export async function requireOwnFile({ tx, actor }: CustomerCtx, id: string): Promise<FileRow> {
  const file = await selectFile(tx, id);
  if (!file || file.customer_id !== actor.customerId) throw new Refusal('not_found');
  return file;
}

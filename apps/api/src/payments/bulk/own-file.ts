import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { type FileRow, selectOwnFile } from './bulk.sql.ts';

export async function requireOwnFile({ tx, actor }: CustomerCtx, id: string): Promise<FileRow> {
  const file = await selectOwnFile(tx, actor, id);
  if (!file) throw new Refusal('not_found');
  return file;
}

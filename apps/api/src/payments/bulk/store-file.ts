import type { Message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { insertFile, insertRows } from './bulk.sql.ts';
import type { ParsedUpload } from './parse-upload.thread.ts';
import { type DuplicateLookup, validateRows } from './validate-rows.ts';

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
  const [twins, names] = [new Map<string, number>(), new Map<string, { name: string; number: number }>()];
  return {
    findDuplicate: (twin, number) => {
      const other = twins.get(twin);
      if (other === undefined) twins.set(twin, number);
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

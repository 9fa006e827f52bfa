import { randomBytes } from 'node:crypto';
import type { BulkFileView } from '@larkmere/contract/bulk-payment';
import { viewFile } from '../apps/api/src/bulk-payment/bulk-payment.view.ts';
import { checkRow } from '../apps/api/src/bulk-payment/check-row.ts';
import { keepFile } from '../apps/api/src/bulk-payment/keep-file.ts';
import { readFile } from '../apps/api/src/bulk-payment/read-file.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { asCustomer, type Given } from './given.ts';

/** A file of payments in pounds that somebody has brought, read without the thread that an upload takes. */
export async function givenFile(db: Db, who: Given, lines: readonly string[], name = 'pay.csv'): Promise<BulkFileView> {
  const text = ['name,sort code,account number,amount,reference', ...lines, ''].join('\n');
  const { format, rows } = await readFile(Buffer.from(text));
  const kept = { name, sha256: randomBytes(32), taken: { format, rows: rows.map(checkRow) } };
  return asCustomer(db, who).inside(async (ctx) => viewFile(ctx, await keepFile(ctx, kept)));
}

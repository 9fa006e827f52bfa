import { randomBytes } from 'node:crypto';
import type { BulkFileView, BulkTotal } from '@larkmere/contract/bulk-payment';
import type { WarningCode } from '@larkmere/contract/payment-warning';
import { v7 } from 'uuid';
import { viewFile } from '../apps/api/src/bulk-payment/bulk-payment.view.ts';
import { checkRow } from '../apps/api/src/bulk-payment/check-row.ts';
import { keepFile } from '../apps/api/src/bulk-payment/keep-file.ts';
import { readFile } from '../apps/api/src/bulk-payment/read-file.ts';
import { releaseFile } from '../apps/api/src/bulk-payment/release-file.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { asCustomer, type Given } from './given.ts';
import { signedIn } from './given-team.ts';

type Brought = Readonly<{ name?: string; columns?: string }>;

export async function givenFile(
  db: Db,
  who: Given,
  lines: readonly string[],
  { name = 'pay.csv', columns = 'name,sort code,account number,amount,reference' }: Brought = {},
): Promise<BulkFileView> {
  const { format, rows } = await readFile(Buffer.from([columns, ...lines, ''].join('\n')));
  const kept = { name, sha256: randomBytes(32), taken: { format, rows: rows.map(checkRow) } };
  return asCustomer(db, who).inside(async (ctx) => viewFile(ctx, await keepFile(ctx, kept)));
}

export const totalsOf = ({ totals }: Pick<BulkFileView, 'totals'>): [BulkTotal, ...BulkTotal[]] =>
  totals.map(({ accounts, warnings: _read, ...total }) => ({
    ...total,
    sourceBankholderId: accounts[0]?.sourceBankholderId ?? '',
  })) as [BulkTotal, ...BulkTotal[]];

export async function releaseAs(
  db: Db,
  who: Given,
  file: BulkFileView,
  warnings: readonly WarningCode[] = [],
  at?: Date,
): Promise<BulkFileView> {
  const { ctx, confirm } = await signedIn(db, who, at);
  const { uid, digest } = file;
  const totals = totalsOf(file);
  const [{ amount, currency }] = totals;
  const idempotency = v7();
  const asked = { uid, digest, totals, amount, currency, paymentIdempotency: idempotency };
  const approval = await confirm({ operation: 'payment.bulk', ...asked });
  return ctx((c) => releaseFile(c, { uid, digest, totals, warnings: [...warnings], approval, idempotency }));
}

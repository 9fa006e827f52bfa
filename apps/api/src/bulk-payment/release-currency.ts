import type { BulkTotal } from '@larkmere/contract/bulk-payment';
import type { WarningCode } from '@larkmere/contract/payment-warning';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { countRows } from './bulk-payment.sql.ts';
import { feeBy } from './bulk-payment.view.ts';
import { releaseRows } from './release.sql.ts';

type Chosen = Pick<BulkTotal, 'currency' | 'sourceBankholderId'>;
type Release = Readonly<{ id: string | null; warnings: readonly WarningCode[] }>;

export async function releaseCurrency(
  ctx: CustomerCtx,
  uid: string,
  { currency, sourceBankholderId }: Chosen,
  { id: releaseId, warnings }: Release,
): Promise<void> {
  const { personId } = ctx.actor;
  const account = await requireOwnAccount(ctx, sourceBankholderId);
  const warned = { codes: warnings, at: ctx.now };
  const ready = (await countRows(ctx.tx, [uid])).filter((each) => each.state === 'ready' && each.currency === currency);
  for (const { rail } of ready) {
    if (!rail) throw new Error(`ready rows of file ${uid} have no rail`);
    const feeMinor = (await feeBy(ctx, rail, account)).minor;
    await releaseRows(ctx.tx, uid, { currency, rail, sourceBankholderId, feeMinor, personId, releaseId, warned });
  }
}

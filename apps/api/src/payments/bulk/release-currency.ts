import type { BulkTotal } from '@larkmere/contract/payments/bulk';
import type { ScamWarningCode } from '@larkmere/contract/payments/scam-warning';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { countRows } from './bulk.sql.ts';
import { feeForRail } from './bulk.view.ts';
import { assignRelease } from './release.sql.ts';

type CurrencySource = Pick<BulkTotal, 'currency' | 'sourceBankholderId'>;
type ReleaseOptions = Readonly<{ id: string | null; warnings: readonly ScamWarningCode[] }>;

export async function releaseCurrency(
  ctx: CustomerCtx,
  uid: string,
  { currency, sourceBankholderId }: CurrencySource,
  { id: releaseId, warnings }: ReleaseOptions,
): Promise<void> {
  const { userId } = ctx.actor;
  const account = await requireOwnAccount(ctx, sourceBankholderId);
  const warned = { codes: warnings, at: ctx.now };
  const ready = (await countRows(ctx.tx, [uid])).filter((each) => each.state === 'ready' && each.currency === currency);
  for (const { rail } of ready) {
    if (!rail) throw new Error(`ready rows of file ${uid} have no rail`);
    const feeMinor = (await feeForRail(ctx, rail, account)).minor;
    await assignRelease(ctx.tx, uid, {
      currency,
      rail,
      sourceBankholderId,
      maxFeeMinor: feeMinor,
      userId,
      releaseId,
      confirmedWarnings: warned,
    });
  }
}

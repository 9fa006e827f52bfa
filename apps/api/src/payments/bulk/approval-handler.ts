import type { OperationId } from '@larkmere/ledger/types';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { type Currency, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { bookOperation } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { ApprovalHandler } from '../../approvals/approval/approval.ts';
import { requireActive } from '../../customers/customer/customer.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findPayer, type Payer } from '../payment/payment.ts';
import { currentFee } from '../pricing/pricing.ts';
import { lockFile } from './bulk.sql.ts';
import { canPayRows, toRoute } from './bulk.ts';
import { findRelease, type ReleaseRow, releaseApprovedRows, restoreReadyRows, sumByRail } from './release.sql.ts';
import { releaseApprovalContent } from './request-approval.ts';

async function lockPending({ tx }: Ctx, id: string): Promise<ReleaseRow | undefined> {
  const found = await findRelease(tx, id);
  if (!found) return undefined;
  await lockFile(tx, found.file_id);
  const release = await findRelease(tx, id);
  return release?.state === 'awaiting_approval' ? release : undefined;
}

async function requirePending(ctx: Ctx, id: string): Promise<ReleaseRow> {
  const release = await lockPending(ctx, id);
  if (!release) throw new Refusal('invalid_transition');
  return release;
}

const requesterRemoved = 'Whoever released these payments is no longer with you. Nothing was sent.';

/** Ends the hold of the release, because each payment places its own and is checked as if created now. */
async function releaseApproved(ctx: Ctx, id: string): Promise<string | undefined> {
  const release = await requirePending(ctx, id);
  const payer = await findPayer(ctx.tx, release.user_id);
  if (!payer) return requesterRemoved;
  requireActive(payer.accountStatus);
  const account = await requireOwnAccount({ ...ctx, actor: payer }, release.source_bankholder_id);
  if (!canPayRows(account)) throw new Refusal('account_not_usable');
  const dearer = await findFeeIncrease(ctx, payer, release, account.vendorType);
  if (dearer) return dearer;
  await voidReleaseHold(ctx, id);
  await releaseApprovedRows(ctx.tx, id);
  await audit(ctx, 'bulk-payment.released', `bulk_payment:${release.file_id}`, { release: id });
  return undefined;
}

async function findFeeIncrease(
  ctx: Ctx,
  payer: Payer,
  { id, currency: code }: ReleaseRow,
  vendorType: BankAccount['vendorType'],
): Promise<string | undefined> {
  const currency = code as Currency;
  for (const { rail, feeMinor } of await sumByRail(ctx.tx, id)) {
    const fee = await currentFee(ctx, payer, toRoute(rail, currency, vendorType), currency);
    if (fee.minor > feeMinor)
      return `The fee of a payment is ${formatDisplayMoney(fee)} by now, and not ${formatDisplayMoney(money(currency, feeMinor))}. Nothing was sent.`;
  }
  return undefined;
}

async function voidReleaseHold({ tx }: Ctx, id: string): Promise<void> {
  const voiding = { id: v7() as OperationId, code: 'bulk-payment.hold_voided', holdId: id as OperationId };
  await bookOperation(tx, { kind: 'void_hold', ...voiding });
}

export const bulkApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const release = await lockPending(ctx, id);
    return release && releaseApprovalContent(ctx, release);
  },
  release: releaseApproved,
  reject: async (ctx, id, end, reason) => {
    const { file_id } = await requirePending(ctx, id);
    await restoreReadyRows(ctx.tx, id);
    await voidReleaseHold(ctx, id);
    await audit(ctx, `bulk-payment.${end}`, `bulk_payment:${file_id}`, { release: id, reason });
  },
};

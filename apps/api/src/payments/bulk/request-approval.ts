import type { BulkTotal } from '@larkmere/contract/payments/bulk';
import type { ScamWarningCode } from '@larkmere/contract/payments/scam-warning';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId, Posting } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, money, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { bulkApproval } from './approval-handler.ts';
import type { FileRow } from './bulk.sql.ts';
import { insertRelease, type ReleaseRow, sumByRail } from './release.sql.ts';
import { releaseCurrency } from './release-currency.ts';

type ApprovalOptions = Readonly<{ requirements: readonly ApprovalRequirement[]; warnings: readonly ScamWarningCode[] }>;

export async function requestReleaseApproval(
  ctx: CustomerCtx,
  file: FileRow,
  total: BulkTotal,
  { requirements, warnings }: ApprovalOptions,
): Promise<void> {
  const { tx, actor, now } = ctx;
  const { currency, sourceBankholderId, count } = total;
  const release = await insertRelease(tx, {
    id: v7(),
    fileId: file.id,
    userId: actor.userId,
    sourceBankholderId,
    currency,
    count,
    amountMinor: parseMinor(currency, total.amount),
    feeMinor: parseMinor(currency, total.maxFee),
    createdAt: now,
  });
  await releaseCurrency(ctx, file.id, total, { id: release.id, warnings });
  await bulkApproval.request(ctx, { id: release.id, item: release, maker: actor, requirements });
  await placeReleaseHold(ctx, file, release);
}

/** One hold covers the whole release until each payment places its own. */
async function placeReleaseHold(ctx: CustomerCtx, { name }: FileRow, release: ReleaseRow): Promise<void> {
  const { tx } = ctx;
  const currency = release.currency;
  const { ledgerAccountId: debit } = await requireOwnAccount(ctx, release.sourceBankholderId);
  const postings: Posting[] = [];
  for (const { rail, minor, feeMinor, count } of await sumByRail(tx, release.id)) {
    const amount = money(currency, minor + feeMinor * BigInt(count));
    postings.push({ debit, credit: await firmAccountId(tx, `clearing:${rail}:${currency}`), amount });
  }
  const id = release.id as OperationId;
  const description = defaultText('statement_bulk_reserved', { count: release.count, fileName: name });
  await recordNarrative(tx, id, { kind: 'payment', reference: generateReference(), description });
  await hold(tx, { id, code: 'bulk-payment.held', postings }).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict('the money was spent in the meantime') : error;
  });
}

function parseMinor(currency: Currency, text: string): bigint {
  const amount = readAmount(currency, text);
  if (!amount) throw new Error(`the total ${text} ${currency} is none`);
  return amount.minor;
}

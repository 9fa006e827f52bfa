import type { contract } from '@larkmere/contract/contract';
import type { BulkFileView, BulkTotal } from '@larkmere/contract/payments/bulk';
import type { ScamWarningCode } from '@larkmere/contract/payments/scam-warning';
import type { Input, Reply } from '@larkmere/contract/platform/endpoint';
import { balanceOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { Posting } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import {
  add,
  type Currency,
  compare,
  formatAmount,
  type Money,
  money,
  readAmount,
  subtract,
} from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  firmAccountId,
  generateReference,
  recordNarrative,
  toOperationId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { requireAccountAction } from '../../customers/customer/customer.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import { idempotencyOwner, runOnce } from '../../platform/requests/idempotency.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { findMemberLimit, requireWithinMemberDay, requireWithinMemberPayment } from '../pricing/pricing.ts';
import { bulkApproval } from './approval-handler.ts';
import { countRows, type FileRow, lockFile, requireOwnFile, selectLargestAmounts } from './bulk.sql.ts';
import { canPayRows } from './bulk.ts';
import { feeForRail, viewFile } from './bulk.view.ts';
import { holdBackDuplicates, requireNoNewDuplicates } from './hold-back-duplicates.ts';
import { assignRelease, insertRelease, type ReleaseRow, sumByRail } from './release.sql.ts';

type Endpoint = typeof contract.bulkPayment.release;

/**
 * If rows equal a payment that was made in the meantime, nothing is released, and they wait for the customer. A repeat
 * under the same key gets the first reply.
 */
export const releaseFileOnce: Workflow<Endpoint> = async (steps, request) => {
  try {
    return await steps.transaction((ctx) => releaseIdempotently(ctx, request));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bulk_changed')
      await steps.transaction((ctx) => holdBackDuplicates(ctx, request.uid));
    throw error;
  }
};

async function releaseIdempotently(ctx: CustomerCtx, request: Input<Endpoint>): Promise<Reply<Endpoint>> {
  const claim = {
    tx: ctx.tx,
    actor: idempotencyOwner(ctx.actor),
    route: 'POST /v1/payment/bulk/{uid}/release',
    key: request.idempotency,
    request,
    isPermanent: true,
  };
  return runOnce(claim, () => releaseFile(ctx, request));
}

/**
 * The PIN covers payees, amounts, references, rails, accounts and maximum fees. If approval is required, each currency
 * becomes a request with its money held. Throws `not_found`, `bulk_changed`, `price_changed`, `account_not_usable`,
 * `account_restricted`, `insufficient_funds`, `limit_exceeded`, `service_off`, `access_denied`,
 * `authorisation_invalid`, `approval_required`.
 */
export const releaseFile: Verb<Endpoint> = async (ctx, { uid, digest, totals, warnings = [], ...given }) => {
  requireAccountAction(ctx.actor.accountStatus, 'send');
  const file = await requireOwnFile(ctx, uid);
  await lockFile(ctx.tx, uid);
  await requireNoNewDuplicates(ctx, uid);
  requireUnchanged(await viewFile(ctx, uid), digest, totals);
  for (const total of totals) await requireFunds(ctx, total);
  const sums = totals.map(({ currency, amount }) => parseAmount(currency, amount));
  await requireWithinMemberLimits(ctx, uid, sums);
  const demands = await approvalRequirementsForPayments(ctx, ctx.actor, sums);
  const [first] = totals;
  if (!first) throw new Refusal('bulk_changed');
  await requirePinAuthorisation(ctx, given.authorisation, {
    operation: 'payment.bulk',
    uid,
    digest,
    totals,
    amount: first.amount,
    currency: first.currency,
    paymentIdempotency: given.idempotency,
  });
  for (const total of totals)
    await (demands.length > 0
      ? requestReleaseApproval(ctx, file, total, { requirements: demands, warnings })
      : releaseCurrency(ctx, uid, total, { id: null, warnings }));
  const done = demands.length > 0 ? 'asked' : 'released';
  await audit(ctx, `bulk-payment.${done}`, `bulk_payment:${uid}`, { digest, totals });
  return viewFile(ctx, uid);
};

/** Together the payments count towards the day, and each of them as one payment. */
async function requireWithinMemberLimits(ctx: CustomerCtx, uid: string, sums: readonly Money[]): Promise<void> {
  const { actor } = ctx;
  const limit = await findMemberLimit(ctx, actor, sums);
  if (!limit) return;
  for (const largest of await selectLargestAmounts(ctx.tx, uid)) {
    if (!sums.some(({ currency }) => currency === largest.currency)) continue;
    const alone = await findMemberLimit(ctx, actor, [largest]);
    if (alone) requireWithinMemberPayment(alone, 'present');
  }
  requireWithinMemberDay(limit, 'present');
}

function requireUnchanged(now: BulkFileView, digest: string, totals: readonly BulkTotal[]): void {
  const currencies = new Set(totals.map(({ currency }) => currency));
  if (now.digest !== digest || currencies.size !== totals.length) throw new Refusal('bulk_changed');
  for (const { currency, count, amount, maxFee } of totals) {
    const seen = now.totals.find((each) => each.currency === currency);
    if (!seen || seen.count !== count || seen.amount !== amount) throw new Refusal('bulk_changed');
    if (maxFee !== seen.maxFee) throw new Refusal('price_changed');
  }
}

async function requireFunds(
  ctx: CustomerCtx,
  { currency, amount, maxFee, sourceBankholderId }: BulkTotal,
): Promise<void> {
  const account = await requireOwnAccount(ctx, sourceBankholderId);
  if (account.currency !== currency || !canPayRows(account)) throw new Refusal('account_not_usable');
  const needed = add(parseAmount(currency, amount), parseAmount(currency, maxFee));
  const { available } = await balanceOf(ctx.tx, account.ledgerAccountId);
  if (compare(available, needed) >= 0) return;
  const [has, needs] = [formatAmount(available), formatAmount(needed)];
  throw new Refusal('insufficient_funds', {
    reason: message('bulk_short', { available, needed, missing: subtract(needed, available) }),
    data: { available: has, needed: needs, currency },
  });
}

const parseAmount = (currency: Money['currency'], text: string): Money =>
  readAmount(currency, text) ?? money(currency, 0n);

type ApprovalOptions = Readonly<{ requirements: readonly ApprovalRequirement[]; warnings: readonly ScamWarningCode[] }>;

async function requestReleaseApproval(
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
  const id = toOperationId(release.id);
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

type CurrencySource = Pick<BulkTotal, 'currency' | 'sourceBankholderId'>;
type ReleaseOptions = Readonly<{ id: string | null; warnings: readonly ScamWarningCode[] }>;

async function releaseCurrency(
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

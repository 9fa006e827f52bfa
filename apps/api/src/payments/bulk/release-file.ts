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
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { requireAccountAction } from '../../customers/customer/customer.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import { idempotencyOwner, runOnce } from '../../platform/requests/idempotency.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import {
  findAgreedSchedule,
  findMemberLimit,
  requireWithinMemberDay,
  requireWithinMemberPayment,
} from '../pricing/pricing.ts';
import { bulkApproval } from './approval-handler.ts';
import { countRows } from './bulk.read.ts';
import { type FileRow, lockFile, requireOwnFile, selectLargestAmounts } from './bulk.sql.ts';
import { canPayRows } from './bulk.ts';
import { feeForRows, viewFile } from './bulk.view.ts';
import {
  acceptConversion,
  exchangedFee,
  type FileConversion,
  largestSold,
  leavesAtMost,
  readyRowsOf,
  requireConversionAsShown,
} from './conversion.ts';
import { requireDatesAsShown, revalidateDatedRows } from './dated-rows.ts';
import { holdBackDuplicates, requireNoNewDuplicates } from './hold-back-duplicates.ts';
import { assignRelease, hasHold, insertRelease, isDueNow, type ReleaseRow, sumRelease } from './release.sql.ts';

type Endpoint = typeof contract.bulkPayment.release;
type CustomerSteps = Parameters<Workflow<Endpoint>>[0];

/**
 * If rows equal a payment that was made in the meantime, nothing is released, and they wait for the customer. A repeat
 * under the same key gets the first reply.
 */
export const releaseFileOnce = async (
  steps: Pick<CustomerSteps, 'transaction'>,
  request: Input<Endpoint>,
): Promise<Reply<Endpoint>> => {
  try {
    return await steps.transaction((ctx) => releaseIdempotently(ctx, request));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bulk_changed')
      await steps.transaction(async (ctx) => {
        await holdBackDuplicates(ctx, request.uid);
        await revalidateDatedRows(ctx, request.uid);
      });
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
 * The PIN covers payees, amounts, references, rails, dates, accounts and maximum fees. If approval is required, each
 * currency becomes a request, with the money held of what is due now. Throws `not_found`, `bulk_changed`,
 * `price_changed`, `quote_expired`, `rate_moved`, `market_closed`, `account_not_usable`, `account_restricted`, `insufficient_funds`, `limit_exceeded`, `service_off`, `access_denied`,
 * `authorisation_invalid`, `approval_required`.
 */
export const releaseFile: Verb<Endpoint> = async (ctx, { uid, digest, totals, warnings = [], ...given }) => {
  requireAccountAction(ctx.actor.accountStatus, 'send');
  const file = await requireOwnFile(ctx, uid);
  await lockFile(ctx.tx, uid);
  await requireNoNewDuplicates(ctx, uid);
  await requireDatesAsShown(ctx, uid);
  requireUnchanged(await viewFile(ctx, uid), digest, totals);
  const parts: ReleasePart[] = [];
  for (const total of totals) parts.push(await loadPart(ctx, { uid, digest }, total));
  const demands = await approvalRequirementsForPayments(ctx, ctx.actor, parts.map(debitedSum));
  const isApproved = demands.length > 0;
  // A rule came into force since the rate was quoted, so nobody agreed to its worst case.
  if (isApproved && parts.some(({ total: { exchange } }) => exchange && exchange.maxDebit === undefined))
    throw new Refusal('bulk_changed');
  await requireFunds(ctx, parts, isApproved);
  await requireWithinMemberLimits(ctx, uid, parts);
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
  for (const part of parts)
    await (isApproved
      ? requestReleaseApproval(ctx, file, part, { requirements: demands, warnings })
      : releaseCurrency(ctx, uid, part, { id: null, warnings }));
  const done = isApproved ? 'asked' : 'released';
  await audit(ctx, `bulk-payment.${done}`, `bulk_payment:${uid}`, { digest, totals });
  return viewFile(ctx, uid);
};

/** The payments of one currency with what they cost. */
type ReleasePart = Readonly<{ total: BulkTotal; account: BankAccount; conversion: FileConversion | undefined }>;

async function loadPart(
  ctx: CustomerCtx,
  shown: Readonly<{ uid: string; digest: string }>,
  total: BulkTotal,
): Promise<ReleasePart> {
  const account = await requireOwnAccount(ctx, total.sourceBankholderId);
  const { exchange } = total;
  if (exchange)
    return { total, account, conversion: await requireConversionAsShown(ctx, { ...shown, total, exchange }) };
  if (account.currency !== total.currency || !canPayRows(account)) throw new Refusal('account_not_usable');
  return { total, account, conversion: undefined };
}

const debitedSum = ({ total: { currency, amount }, conversion }: ReleasePart): Money =>
  conversion?.quote.sell ?? parseAmount(currency, amount);

/** Together the payments of a day count towards it, and each of them as one payment. */
async function requireWithinMemberLimits(ctx: CustomerCtx, uid: string, parts: readonly ReleasePart[]): Promise<void> {
  const { actor } = ctx;
  if (actor.limits === null) return;
  for (const largest of await selectLargestAmounts(ctx.tx, uid)) {
    const part = parts.find(({ total }) => total.currency === largest.currency);
    if (!part) continue;
    const counted = part.conversion ? largestSold(part.conversion.quote, largest) : largest;
    const alone = await findMemberLimit(ctx, actor, [counted]);
    if (alone) requireWithinMemberPayment(alone, 'present');
  }
  for (const { executesAt, amounts } of await sumByDay(ctx, uid, parts))
    requireWithinMemberDay(await findMemberLimit(ctx, actor, amounts, { executesAt }), 'present');
}

type DaySum = Readonly<{ executesAt: Date | undefined; amounts: Money[] }>;

/** The limit of a member counts London days: a payment in Thailand leaves on the evening before. */
async function sumByDay(ctx: CustomerCtx, uid: string, parts: readonly ReleasePart[]): Promise<Iterable<DaySum>> {
  const converted = parts.flatMap((part) => (part.conversion ? [debitedSum(part)] : []));
  const sums = new Map<string, DaySum>();
  if (converted.length > 0) sums.set('now', { executesAt: undefined, amounts: converted });
  const chosen = new Set(parts.flatMap(({ total, conversion }) => (conversion ? [] : [total.currency])));
  for (const { state, currency, rail, executionDate: day, minor } of await countRows(ctx.tx, [uid])) {
    if (state !== 'ready' || !currency || !rail || !chosen.has(currency)) continue;
    const plan = day === null ? undefined : await findAgreedSchedule(ctx, { rail, currency, day });
    const key = plan ? londonDay(plan.executesAt) : 'now';
    const sum = sums.get(key) ?? { executesAt: plan?.executesAt, amounts: [] };
    sum.amounts.push(money(currency, minor));
    sums.set(key, sum);
  }
  return sums.values();
}

function requireUnchanged(now: BulkFileView, digest: string, totals: readonly BulkTotal[]): void {
  const currencies = new Set(totals.map(({ currency }) => currency));
  if (now.digest !== digest || currencies.size !== totals.length) throw new Refusal('bulk_changed');
  for (const { currency, count, amount, maxFee, scheduled } of totals) {
    const seen = now.totals.find((each) => each.currency === currency);
    if (!seen || seen.count !== count || seen.amount !== amount || !isSameSchedule(scheduled, seen.scheduled))
      throw new Refusal('bulk_changed');
    if (maxFee !== seen.maxFee || scheduled?.maxFee !== seen.scheduled?.maxFee) throw new Refusal('price_changed');
  }
}

type Scheduled = BulkTotal['scheduled'];

const isSameSchedule = (one: Scheduled, other: Scheduled): boolean =>
  one?.count === other?.count &&
  one?.amount === other?.amount &&
  one?.firstDate === other?.firstDate &&
  one?.lastDate === other?.lastDate;

/** What leaves the account now: payments of later dates need their money on their date. */
function neededNow({ total, conversion }: ReleasePart, isApproved: boolean): Money {
  if (conversion) return isApproved ? leavesAtMost(conversion) : add(conversion.quote.sell, conversion.fee);
  const { currency, amount, maxFee, scheduled } = total;
  const all = add(parseAmount(currency, amount), parseAmount(currency, maxFee));
  if (!scheduled) return all;
  return subtract(all, add(parseAmount(currency, scheduled.amount), parseAmount(currency, scheduled.maxFee)));
}

/** Several currencies can leave the same account. */
async function requireFunds(ctx: CustomerCtx, parts: readonly ReleasePart[], isApproved: boolean): Promise<void> {
  for (const account of new Map(parts.map((part) => [part.account.id, part.account])).values()) {
    const own = parts.filter((part) => part.account.id === account.id);
    const needed = own.map((part) => neededNow(part, isApproved)).reduce(add, money(account.currency, 0n));
    const { available } = await balanceOf(ctx.tx, account.ledgerAccountId);
    if (compare(available, needed) < 0) throw shortOf(available, needed);
  }
}

function shortOf(available: Money, needed: Money): Refusal {
  const [has, needs] = [formatAmount(available), formatAmount(needed)];
  return new Refusal('insufficient_funds', {
    reason: message('bulk_short', { available, needed, missing: subtract(needed, available) }),
    data: { available: has, needed: needs, currency: needed.currency },
  });
}

const parseAmount = (currency: Money['currency'], text: string): Money =>
  readAmount(currency, text) ?? money(currency, 0n);

type ApprovalOptions = Readonly<{ requirements: readonly ApprovalRequirement[]; warnings: readonly ScamWarningCode[] }>;

async function requestReleaseApproval(
  ctx: CustomerCtx,
  file: FileRow,
  part: ReleasePart,
  { requirements, warnings }: ApprovalOptions,
): Promise<void> {
  const { tx, actor, now } = ctx;
  const { total, conversion } = part;
  const { currency, sourceBankholderId, count, scheduled } = total;
  const release = await insertRelease(tx, {
    id: v7(),
    fileId: file.id,
    userId: actor.userId,
    sourceBankholderId,
    currency,
    count,
    scheduledCount: scheduled?.count ?? 0,
    amountMinor: parseMinor(currency, total.amount),
    feeMinor: conversion?.fee.minor ?? parseMinor(currency, total.maxFee),
    conversionId: conversion?.quote.id ?? null,
    createdAt: now,
  });
  await releaseCurrency(ctx, file.id, part, { id: release.id, warnings });
  await bulkApproval.request(ctx, { id: release.id, item: release, maker: actor, requirements });
  await placeReleaseHold(ctx, file, release, conversion);
}

/** One hold covers what is due now until each payment places its own. */
async function placeReleaseHold(
  ctx: CustomerCtx,
  { name }: FileRow,
  release: ReleaseRow,
  conversion: FileConversion | undefined,
): Promise<void> {
  const { tx } = ctx;
  const currency = release.currency;
  if (!hasHold(release)) return;
  const { ledgerAccountId: debit } = await requireOwnAccount(ctx, release.sourceBankholderId);
  const postings: Posting[] = [];
  if (conversion) {
    const amount = leavesAtMost(conversion);
    postings.push({ debit, credit: await firmAccountId(tx, `position:${amount.currency}`), amount });
  } else
    for (const { rail, minor, feeMinor, count } of (await sumRelease(tx, release.id)).filter(isDueNow)) {
      const amount = money(currency, minor + feeMinor * BigInt(count));
      postings.push({ debit, credit: await firmAccountId(tx, `clearing:${rail}:${currency}`), amount });
    }
  const id = toOperationId(release.id);
  const count = release.count - release.scheduledCount;
  const description = defaultText('statement_bulk_reserved', { count, fileName: name });
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

type ReleaseOptions = Readonly<{ id: string | null; warnings: readonly ScamWarningCode[] }>;

async function releaseCurrency(
  ctx: CustomerCtx,
  uid: string,
  { total: { currency, sourceBankholderId }, account, conversion }: ReleasePart,
  { id: releaseId, warnings }: ReleaseOptions,
): Promise<void> {
  const { userId } = ctx.actor;
  const converted = conversion && releaseId === null ? await readyRowsOf(ctx.tx, uid, currency) : [];
  const warned = { codes: warnings, at: ctx.now };
  const ready = (await countRows(ctx.tx, [uid])).filter((each) => each.state === 'ready' && each.currency === currency);
  for (const part of ready) {
    const { rail, executionDate } = part;
    if (!rail) throw new Error(`ready rows of file ${uid} have no rail`);
    const fee = await (conversion
      ? exchangedFee(ctx, ctx.actor, { rail, buy: currency, sell: account.currency })
      : feeForRows(ctx, ctx.actor, part, account));
    await assignRelease(ctx.tx, uid, {
      currency,
      rail,
      executionDate,
      sourceBankholderId,
      maxFeeMinor: fee.minor,
      userId,
      releaseId,
      confirmedWarnings: warned,
    });
  }
  if (conversion && releaseId === null) await acceptConversion(ctx, ctx.actor, conversion.quote, converted);
}

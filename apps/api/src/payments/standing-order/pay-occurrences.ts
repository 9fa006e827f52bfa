import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount, isCurrency, type Money, money, readAmount, subtract } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { transferBetweenOwnAccounts } from '../../accounts/own-transfer/own-transfer.ts';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import { bookConversion, fxConverted, storeEndedQuote } from '../../fx/conversion/conversion.ts';
import { withBatch } from '../../platform/batching/group-commit.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/values.ts';
import { initiatePaymentBatch, type StandingOrderPayment } from '../initiation/initiation.ts';
import { pausedReason } from './change-order-state.ts';
import { blockOrder, closeOccurrence, notApprovedReason, retryOccurrence, skipOccurrence } from './close-occurrence.ts';
import { type DueOccurrence, lockDueOccurrence, type PayeeAndAccount } from './due-occurrence.read.ts';
import { createCrossCurrencyOrder, toOccurrenceTerms, unansweredReason } from './pay-cross-currency.ts';
import { crossBorderRoute, domesticRoute } from './payment-route.ts';
import { insufficientFunds, planTopUp, type TopUpPlan } from './plan-top-up.ts';
import { isApproved, makerKey, makerOf, type OrderRow, updateOccurrence, updateOrder } from './standing-order.sql.ts';
import { type BlockCode, blockMessage } from './standing-order.ts';

export function findBlockReason({
  payeeDeleted,
  payeeStatus,
  payeeSame,
  accountStatus,
}: PayeeAndAccount): BlockCode | undefined {
  if (payeeDeleted) return 'payee_deleted';
  if (payeeStatus !== 'approved') return 'payee_blocked';
  if (!payeeSame) return 'payee_changed';
  return accountStatus === 'closed' ? 'account_closed' : undefined;
}

/**
 * Pays only dates set up by the same person for the same customer as the first one, because a transaction calls the
 * ledger once. A refusal postpones its own date only. Returns the number of dates processed.
 */
export const payOccurrences = (ctx: Ctx, occurrenceIds: readonly string[]): Promise<number> =>
  withBatch(ctx.tx, async (tx) => {
    const shared = { ...ctx, tx };
    const found = await pipeline(...occurrenceIds.map((id) => lockDueOccurrence(tx, { id, now: ctx.now })));
    const dues = found.filter((due) => due !== undefined);
    const [first] = dues;
    if (!first) return 0;
    const theirs = dues.filter(({ order }) => makerKey(order) === makerKey(first.order));
    await payForPerson(shared, await payerFor(tx, makerOf(first.order)), theirs);
    return theirs.length;
  });

type PreparedPayment = Readonly<{ due: DueOccurrence; payment: StandingOrderPayment }>;

async function payForPerson(ctx: Ctx, payer: Principal | undefined, dues: readonly DueOccurrence[]): Promise<void> {
  const ready: PreparedPayment[] = [];
  const prepared = await Promise.allSettled(dues.map((due) => preparePayment(ctx, payer, due)));
  for (const [due, outcome] of zip(dues, prepared)) {
    if (outcome.status === 'rejected') await handleRefusal(ctx, payer, due, outcome.reason);
    else if (outcome.value) ready.push({ due, payment: outcome.value });
  }
  if (!payer || ready.length === 0) return;
  const made = await initiatePaymentBatch(
    ctx,
    payer,
    ready.map(({ payment }) => payment),
  );
  await pipeline(
    ...zip(ready, made).map(([{ due }, outcome]) => {
      return outcome.status === 'fulfilled'
        ? recordPayment(ctx, due, outcome.value)
        : handleRefusal(ctx, payer, due, outcome.reason);
    }),
  );
}

async function preparePayment(
  ctx: Ctx,
  payer: Principal | undefined,
  due: DueOccurrence,
): Promise<StandingOrderPayment | undefined> {
  const { order, occurrence, payeeAndAccount } = due;
  if (order.state === 'paused') return closeOccurrence(ctx, order, occurrence, { state: 'skipped', why: pausedReason });
  if (order.state === 'pending_approval') return skipOccurrence(ctx, order, occurrence, notApprovedReason);
  if (order.state !== 'active') return failOccurrence(ctx, due, order.blockedCode ?? 'payee_blocked');
  const code = findBlockReason(payeeAndAccount);
  if (code) return failOccurrence(ctx, { ...due, order: await blockOrder(ctx, order, code) }, code);
  if (occurrence.state === 'held_fx') return skipOccurrence(ctx, order, occurrence, unansweredReason);
  if (!payer) throw new Refusal('account_restricted');
  return order.amountSide === null ? toPaymentOrder(ctx, payer, due) : createCrossCurrencyOrder(ctx, payer, due);
}

const failOccurrence = (ctx: Ctx, { order, occurrence }: DueOccurrence, code: BlockCode): Promise<undefined> =>
  closeOccurrence(ctx, order, occurrence, { state: 'failed', why: { code, text: blockMessage(code) } });

async function toPaymentOrder(
  { tx }: Ctx,
  { userType: tier }: Principal,
  due: DueOccurrence,
): Promise<StandingOrderPayment> {
  const { order, occurrence, payeeAndAccount } = due;
  const amount = money(order.currency, occurrence.amountMinor);
  const paid = { tier, vendorType: payeeAndAccount.accountVendor, amount };
  const way =
    order.chargeType === null ? await domesticRoute(tx, paid) : crossBorderRoute(order, payeeAndAccount.payeeType);
  const isPreApproved = isApproved(order, occurrence);
  return { source: 'standing_order', ...way, ...toOccurrenceTerms(due), amount, isPreApproved, exchange: undefined };
}

async function recordPayment(
  ctx: Ctx,
  { order, occurrence, payeeAndAccount }: DueOccurrence,
  paymentId: string,
): Promise<void> {
  await closeOccurrence(ctx, order, occurrence, { state: 'paid', paymentId });
  if (payeeAndAccount.payeeVersion === order.payeeVersion) return;
  await updateOrder(ctx.tx, order.id, { payeeVersion: payeeAndAccount.payeeVersion, changedAt: ctx.now });
}

/** A refusal is thrown before its date is written; any other error must roll back the whole transaction. */
async function handleRefusal(
  ctx: Ctx,
  payer: Principal | undefined,
  due: DueOccurrence,
  reason: unknown,
): Promise<void> {
  if (!(reason instanceof Refusal)) throw reason;
  const topped = await topUp(ctx, payer, due, reason);
  if (topped !== 'done') await retryOccurrence(ctx, due.occurrence.id, reason, topped.whyNot);
}

/**
 * Covers a shortfall from the account the customer chose, once per date, and makes the date due at once. Returns the
 * reason if a top-up was refused.
 */
async function topUp(
  ctx: Ctx,
  payer: Principal | undefined,
  due: DueOccurrence,
  refusal: Refusal,
): Promise<'done' | Readonly<{ whyNot?: string }>> {
  const { order, occurrence } = due;
  const missing = findShortfall(refusal);
  if (!payer || !missing || order.topUpBankholderId === null || occurrence.toppedUpAt !== null) return {};
  const found = await planTopUp(ctx, payer, due, missing).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (found instanceof Refusal) return { whyNot: describeFailure(order, found) };
  await executeTopUp(ctx, payer, order, found).catch((error: unknown) => {
    throw error instanceof Refusal ? new ConcurrencyConflict('the money was spent in the meantime') : error;
  });
  await updateOccurrence(ctx.tx, occurrence.id, { toppedUpAt: ctx.now, nextAttemptAt: ctx.now });
  const facts = { day: occurrence.day, sold: formatDisplayMoney(found.sum), bought: formatDisplayMoney(missing) };
  await audit(ctx, 'standing-order.topped_up', `standing-order:${order.id}`, facts);
  return 'done';
}

const describeFailure = ({ topUpCurrency, accountCurrency }: OrderRow, { message: note }: Refusal): string =>
  defaultText(topUpCurrency === accountCurrency ? 'top_up_failed_same_currency' : 'top_up_failed', {
    currency: topUpCurrency ?? '',
    note,
  });

function findShortfall({ code, data }: Refusal): Money | undefined {
  if (code !== insufficientFunds || !data) return undefined;
  const { currency } = data;
  if (typeof currency !== 'string' || !isCurrency(currency)) return undefined;
  const [needed, available] = [data.needed, data.available].map((text) => readAmount(currency, String(text)));
  return needed && available && subtract(needed, available);
}

async function executeTopUp(
  ctx: Ctx,
  payer: Principal,
  order: OrderRow,
  { from, to, sum, quote }: TopUpPlan,
): Promise<void> {
  const { customerId, userId } = payer;
  if (!quote) {
    const { holder: name } = await requireOwnAccount({ ...ctx, actor: payer }, to.bankholderId);
    await transferBetweenOwnAccounts(ctx, { customerId, userId, name, source: from, target: to, amount: sum });
    return;
  }
  const { price } = quote;
  const accounts = { from: from.ledgerAccountId, to: to.ledgerAccountId };
  await storeEndedQuote(ctx, payer, quote);
  const { id } = await bookConversion(ctx, {
    customerId,
    userId,
    cause: 'instant',
    quoteId: quote.id,
    price,
    ...accounts,
  });
  await emit(ctx, fxConverted, {
    conversionId: id,
    customerId,
    userId,
    cause: 'instant',
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: describeRate(price.rate),
    link: `/standing-order?order=${order.id}`,
  });
}

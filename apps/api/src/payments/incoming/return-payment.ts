import type { Operation, Posting } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, isZero, type Money, money, zero } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import {
  calculatePrice,
  currentDealTerms,
  buildConversionPostings as exchangePostings,
  type Price,
} from '../../fx/conversion/conversion.ts';
import { emit } from '../../platform/events/outbox.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { acceptPayment, customerReason, recordStatusConflict, settlementOperation } from '../execution/execution.ts';
import { restoreFeeWaiver } from '../payment/fee-waiver.sql.ts';
import { returnPostings } from '../payment/payment.postings.ts';
import { selectReturnedAmount } from '../payment/payment.read.ts';
import { enterState, lockPaymentByInstruction } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentReturned } from '../payment/payment-events.ts';
import { attemptFromInstructionId, unknownInstructionRefusal } from '../payment/payment-ids.ts';
import { paymentLifecycle } from '../payment/payment-lifecycle.ts';
import type { RailReturnEvent } from '../payment/rail.ts';
import { storeMessage } from '../payment/rail-message.sql.ts';

/** Credits what came back, and the fee, as a new ledger entry. A second return changes nothing. */
export async function returnPayment(ctx: Ctx, event: RailReturnEvent): Promise<void> {
  const payment = await lockPaymentByInstruction(ctx.tx, event.instructionId);
  if (!payment) throw unknownInstructionRefusal(event.instructionId);
  await compareWithReturned(ctx, payment, event);
  await storeMessage(ctx.tx, payment.id, 'in', 'return', event.document);
  if (attemptFromInstructionId(payment, event.instructionId) !== payment.attempt)
    return recordStatusConflict(ctx, payment, { status: 'returned' });
  if (await exceedsPayment(ctx, payment, event)) return;
  const { payment: sent, operations } = await acceptIfPending(ctx, payment, event);
  if (!canTransition(paymentLifecycle, sent.state, 'returned')) {
    if (sent.state !== 'returned') await recordStatusConflict(ctx, sent, { status: 'returned' });
    await bookOperations(ctx.tx, operations);
    return;
  }
  const settling = sent.state === 'sent' ? [await settlementOperation(ctx, sent, event.bookedAt)] : [];
  await bookOperations(ctx.tx, [...operations, ...settling, await recordReturn(ctx, sent, event)]);
}

/** A second return of the same amount is a repetition; one of another amount is for staff. Neither credits anything. */
async function compareWithReturned(ctx: Ctx, payment: Payment, { amount: reported }: RailReturnEvent): Promise<void> {
  if (payment.state !== 'returned') return;
  const returned = await selectReturnedAmount(ctx.tx, payment);
  if (!returned || isSameMoney(returned, reported)) return;
  await recordContradiction(ctx, `payment:${payment.id}`, {
    partner: 'bank',
    field: 'returned amount',
    expected: `${formatAmount(returned)} ${returned.currency}`,
    reported: `${formatAmount(reported)} ${reported.currency}`,
  });
}

const isSameMoney = (one: Money, other: Money): boolean => one.currency === other.currency && one.minor === other.minor;

/** More than was sent, or another currency, is nothing that came back. Banks on the way may have kept charges. */
async function exceedsPayment(ctx: Ctx, payment: Payment, { amount }: RailReturnEvent): Promise<boolean> {
  const sent = money(payment.currency, payment.amountMinor);
  if (amount.currency === sent.currency && amount.minor <= sent.minor) return false;
  await recordContradiction(ctx, `payment:${payment.id}`, {
    partner: 'bank',
    field: 'returned amount',
    expected: `at most ${formatAmount(sent)} ${sent.currency}`,
    reported: `${formatAmount(amount)} ${amount.currency}`,
  });
  return true;
}

/** A return proves acceptance, even if that report is still in transit. */
const acceptIfPending = (ctx: Ctx, payment: Payment, event: RailReturnEvent): ReturnType<typeof acceptPayment> =>
  payment.state === 'submitted' || payment.state === 'ready'
    ? acceptPayment(ctx, payment, { status: 'accepted', document: event.document })
    : Promise.resolve({ payment, operations: [] });

async function recordReturn(ctx: Ctx, payment: Payment, event: RailReturnEvent): Promise<Operation> {
  const { tx } = ctx;
  const { code, sentence } = customerReason(event.reasonCode);
  const account = await findBankAccount(tx, payment.accountId);
  if (!account) throw new Error(`payment ${payment.id} left from an account that is not there`);
  const id = createOperationId();
  const postings = await returnPostingsFor(ctx, payment, account, event.amount);
  const valueDate = londonDay(event.bookedAt);
  await recordNarrative(tx, id, {
    kind: 'return',
    reference: payment.reference,
    counterparty: payment.payeeName,
    counterpartyAccount: null,
    description: defaultText('statement_payment_returned', { payeeName: payment.payeeName }),
    payeeReference: payment.payeeReference,
    paymentId: payment.id,
  });
  await restoreFeeWaiver(tx, payment.id);
  const ending = { state: 'returned', reasonCode: code, reason: sentence, nextUpdateAt: null } as const;
  const returned = await enterState(tx, payment.id, ending, sentence);
  await emit(ctx, paymentReturned, toPaymentEvent(returned));
  return { kind: 'post', id, code: 'payment.returned', postings, valueDate };
}

/**
 * An exchanged payment is exchanged back at the current rate without margin. If there is no rate, or the account has
 * closed, the money goes to suspense for staff.
 */
async function returnPostingsFor(
  ctx: Ctx,
  payment: Payment,
  { currency, ledgerAccountId, status }: BankAccount,
  amount: Money,
): Promise<Posting[]> {
  const { tx } = ctx;
  const from = await safeguardingAccountId(tx, amount.currency);
  const isClosed = status === 'closed';
  const payer = isClosed ? await firmAccountId(tx, `suspense:${currency}`) : ledgerAccountId;
  if (isClosed)
    await audit(ctx, 'payment.return_to_suspense', `payment:${payment.id}`, { amount: formatAmount(amount) });
  const feeIncome = await firmAccountId(tx, `fee-income:payment:${currency}`);
  const fee = money(currency, payment.feeMinor);
  if (amount.currency === currency) return returnPostings({ amount, fee, from, payer, feeIncome });
  const price = await priceExchangeBack(ctx, amount, currency);
  const back = price
    ? await exchangePostings(ctx, price, from, payer)
    : [{ debit: from, credit: await firmAccountId(tx, `suspense:${amount.currency}`), amount }];
  if (!price) await audit(ctx, 'payment.return_to_suspense', `payment:${payment.id}`, { amount: formatAmount(amount) });
  return [...back, ...(isZero(fee) ? [] : [{ debit: feeIncome, credit: payer, amount: fee }])];
}

async function priceExchangeBack(ctx: Ctx, amount: Money, buy: Currency): Promise<Price | undefined> {
  try {
    const terms = await currentDealTerms(ctx, { tier: 'plus', sell: amount.currency, buy });
    return calculatePrice({ ...terms, marginBps: 0, fee: zero(amount.currency) }, 'sell', amount);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

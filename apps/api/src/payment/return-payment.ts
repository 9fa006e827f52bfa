import type { PaymentState } from '@larkmere/contract/payment';
import type { Operation, OperationId, Posting } from '@larkmere/ledger/types';
import { type Currency, formatAmount, isZero, type Money, money, zero } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { type BankAccount, findBankAccount } from '../bank-account/bank-account.ts';
import { bookAll, houseAccount, narrate } from '../books/books.ts';
import { dealTerms, postingsOf as exchangePostings, type Price, priceAt } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { accept, londonDay, settlementOf } from './apply-answer.ts';
import { attemptNamed, notOurs } from './attempt.ts';
import { giveBackFreeTrade } from './free-trade.sql.ts';
import { noteContradiction } from './give-back.ts';
import { keepMessage } from './message.sql.ts';
import { returnPostings } from './payment.postings.ts';
import { enterState, lockPaymentOf } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentReturned } from './payment-news.ts';
import { mayBecome } from './payment-state.ts';
import type { RailReturnEvent } from './rails/rail.ts';
import { customerReason } from './rails/reasons.ts';

/** Credits what came back, and the fee, as a new ledger entry. A second return changes nothing. */
export async function returnPayment(ctx: Ctx, event: RailReturnEvent): Promise<void> {
  const payment = await lockPaymentOf(ctx.tx, event.instructionId);
  if (!payment) throw notOurs(event.instructionId);
  await keepMessage(ctx.tx, payment.id, 'in', 'return', event.document);
  if (attemptNamed(payment, event.instructionId) !== payment.attempt)
    return noteContradiction(ctx, payment, { status: 'returned' });
  const { payment: sent, moves } = await catchUp(ctx, payment, event);
  if (!mayBecome(sent.state as PaymentState, 'returned')) {
    if (sent.state !== 'returned') await noteContradiction(ctx, sent, { status: 'returned' });
    await bookAll(ctx.tx, moves);
    return;
  }
  const settling = sent.state === 'sent' ? [await settlementOf(ctx, sent, event.bookedAt)] : [];
  await bookAll(ctx.tx, [...moves, ...settling, await comeBack(ctx, sent, event)]);
}

/** A return proves acceptance, even if that report is still in transit. */
const catchUp = (ctx: Ctx, payment: Payment, event: RailReturnEvent): ReturnType<typeof accept> =>
  payment.state === 'submitted' || payment.state === 'ready'
    ? accept(ctx, payment, { status: 'accepted', document: event.document })
    : Promise.resolve({ payment, moves: [] });

async function comeBack(ctx: Ctx, payment: Payment, event: RailReturnEvent): Promise<Operation> {
  const { tx } = ctx;
  const { code, sentence } = customerReason(event.reasonCode);
  const account = await findBankAccount(tx, payment.account_id);
  if (!account) throw new Error(`payment ${payment.id} left from an account that is not there`);
  const id = v7() as OperationId;
  const postings = await returnedPostings(ctx, payment, account, event.amount);
  const valueDate = londonDay(event.bookedAt);
  await narrate(tx, id, {
    kind: 'return',
    reference: payment.reference,
    counterparty: payment.payee_name,
    counterpartyAccount: null,
    description: `Payment to ${payment.payee_name} came back`,
    payeeReference: payment.payee_reference,
    paymentId: payment.id,
  });
  await giveBackFreeTrade(tx, payment.id);
  const ending = { state: 'returned', reason_code: code, reason: sentence, next_update_at: null } as const;
  const returned = await enterState(tx, payment.id, ending, sentence);
  await emit(ctx, paymentReturned, newsOf(returned));
  return { kind: 'post', id, code: 'payment.returned', postings, valueDate };
}

/**
 * An exchanged payment is exchanged back at the current rate without margin. If there is no rate, the money goes to
 * suspense for staff.
 */
async function returnedPostings(
  ctx: Ctx,
  payment: Payment,
  { currency, ledgerAccountId: payer }: BankAccount,
  amount: Money,
): Promise<Posting[]> {
  const { tx } = ctx;
  const from = await houseAccount(tx, `safeguarding:sandbox-bank:${amount.currency}`);
  const feeIncome = await houseAccount(tx, `fee-income:payment:${currency}`);
  const fee = money(currency, payment.fee_minor);
  if (amount.currency === currency) return returnPostings({ amount, fee, from, payer, feeIncome });
  const price = await exchangeBack(ctx, amount, currency);
  const back = price
    ? await exchangePostings(ctx, price, from, payer)
    : [{ debit: from, credit: await houseAccount(tx, `suspense:${amount.currency}`), amount }];
  if (!price) await audit(ctx, 'payment.return_parked', `payment:${payment.id}`, { amount: formatAmount(amount) });
  return [...back, ...(isZero(fee) ? [] : [{ debit: feeIncome, credit: payer, amount: fee }])];
}

async function exchangeBack(ctx: Ctx, amount: Money, buy: Currency): Promise<Price | undefined> {
  try {
    const terms = await dealTerms(ctx, { tier: 'plus', sell: amount.currency, buy });
    return priceAt({ ...terms, marginBps: 0, fee: zero(amount.currency) }, 'sell', amount);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

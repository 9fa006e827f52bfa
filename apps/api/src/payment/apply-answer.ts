import type { PaymentState } from '@larkmere/contract/payment';
import type { AccountId, Operation, OperationId } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { findBankAccount } from '../bank-account/bank-account.ts';
import { bookAll, houseAccount, narrate } from '../books/books.ts';
import { recordPaidExchange } from '../fx/fx.ts';
import { together } from '../kernel/driver.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Attempt } from './attempt.ts';
import { endPayment } from './end-payment.ts';
import { useFreeTrade } from './free-trade.sql.ts';
import { giveBack, holdBack, holdUnseen, isQuestion, noteContradiction, takeBack } from './give-back.ts';
import { claimsOf } from './made-after-all.ts';
import { keepMessage } from './message.sql.ts';
import { nextLimit } from './note-late.ts';
import { settlementPostings } from './payment.postings.ts';
import { changePayment, enterState, lockPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentCompleted, paymentSent, paymentWaiting } from './payment-news.ts';
import { mayBecome } from './payment-state.ts';
import type { RailAnswer } from './rails/rail.ts';
import { customerReason } from './rails/reasons.ts';
import { ownHold } from './set-aside.ts';
import { hopsOf, keptOf } from './swift-hops.ts';

/**
 * Applies a status report to one attempt. Idempotent and independent of order: a late or repeated report changes
 * neither a finished payment nor a later attempt.
 */
export async function applyAnswer(ctx: Ctx, { id, attempt }: Attempt, answer: RailAnswer): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment) throw new Error(`an answer about payment ${id}, which we do not know`);
  return bookAnswer(ctx, payment, answer, attempt);
}

export async function bookAnswer(ctx: Ctx, payment: Payment, answer: RailAnswer, attempt: number): Promise<void> {
  if (answer.asked) await keepMessage(ctx.tx, payment.id, 'out', 'enquiry', answer.asked);
  const acts = attempt === payment.attempt ? act : hearOfGivenBack;
  await together(keepMessage(ctx.tx, payment.id, 'in', 'status', answer.document), acts(ctx, payment, answer));
  if (answer.charges && attempt === payment.attempt) await noteCharges(ctx, payment, answer.charges);
}

async function act(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  switch (answer.status) {
    case 'received':
    case 'held':
      return noteChecks(ctx, payment, answer.status === 'held');
    case 'accepted':
    case 'settled':
      return bookReached(ctx, payment, answer);
    case 'rejected':
      return reject(ctx, payment, answer);
  }
}

async function bookReached(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  const accepted = await accept(ctx, payment, answer);
  const settling = answer.status === 'settled' ? await settle(ctx, accepted.payment, answer) : [];
  await bookAll(ctx.tx, [...accepted.moves, ...settling]);
}

/** Each tracked bank reports only its own charges, so the total is summed over all reports. */
export async function noteCharges({ tx }: Ctx, payment: Payment, told: Money): Promise<void> {
  const hops = await hopsOf(tx, payment);
  const minor = hops.length > 0 ? keptOf(hops) : told.minor;
  await changePayment(tx, payment.id, { charges_minor: minor });
}

async function noteChecks(ctx: Ctx, payment: Payment, held: boolean): Promise<void> {
  if (payment.state !== 'submitted' || payment.held_for_checks === held) return;
  const noted = await changePayment(ctx.tx, payment.id, { held_for_checks: held });
  if (held) await emit(ctx, paymentWaiting, newsOf(noted));
}

type Accepted = Readonly<{ payment: Payment; moves: Operation[] }>;

/** Moves the held money to the clearing account of the rail. Returns the ledger operations; the caller posts them. */
export const accept = (ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<Accepted> =>
  payment.state === 'submitted' ? enterSent(ctx, payment, answer) : Promise.resolve({ payment, moves: [] });

export async function enterSent(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<Accepted> {
  const { tx } = ctx;
  const id = v7() as OperationId;
  const { railReference } = answer;
  const reached = {
    state: 'sent',
    held_for_checks: false,
    deadline_at: await nextLimit(ctx, payment),
    ...(railReference && { rail_reference: railReference }),
  } as const;
  const [sent] = await together(
    enterState(tx, payment.id, reached, railReference ? `Reference ${railReference}` : null),
    narrate(tx, id, {
      kind: 'payment',
      reference: payment.reference,
      counterparty: payment.payee_name,
      counterpartyAccount: payment.payee_summary,
      description: `Payment to ${payment.payee_name}`,
      payeeReference: payment.payee_reference,
      paymentId: payment.id,
    }),
    payment.fee_minor === 0n ? useFreeTrade(tx, payment.id) : Promise.resolve(),
  );
  if (payment.quote_id) await recordExchange(ctx, payment, id);
  await emit(ctx, paymentSent, newsOf(sent));
  return { payment: sent, moves: [{ kind: 'post_hold', id, code: 'payment.sent', holdId: ownHold(payment) }] };
}

async function recordExchange({ tx }: Ctx, payment: Payment, id: OperationId): Promise<void> {
  const account = await findBankAccount(tx, payment.account_id);
  if (!account || !payment.quote_id) throw new Error(`payment ${payment.id} was exchanged out of nothing`);
  await recordPaidExchange(
    { tx },
    {
      id,
      quoteId: payment.quote_id,
      from: account.ledgerAccountId,
      to: await houseAccount(tx, `clearing:${payment.rail}:${payment.currency}`),
    },
  );
}

export async function settle(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<Operation[]> {
  if (!mayBecome(payment.state as PaymentState, 'completed')) {
    // A late report about a finished payment is normal; one about a payment that ended unpaid is a conflict.
    if (payment.state !== 'completed' && payment.state !== 'returned') await noteContradiction(ctx, payment, answer);
    return [];
  }
  const { tx } = ctx;
  const note =
    answer.charges && !answer.hop
      ? `A bank on the way kept ${moneyText(answer.charges)}. The payee got that much less.`
      : null;
  const reached = { state: 'completed', next_update_at: null, reason: note } as const;
  const completed = await enterState(tx, payment.id, reached, note);
  await emit(ctx, paymentCompleted, newsOf(completed));
  return [await settlementOf(ctx, payment, answer.bookedAt)];
}

export async function settlementOf({ tx, now }: Ctx, payment: Payment, bookedAt: Date | undefined): Promise<Operation> {
  const amount = money(payment.currency as Currency, payment.amount_minor);
  const clearing: AccountId = await houseAccount(tx, `clearing:${payment.rail}:${payment.currency}`);
  const safeguarding = await houseAccount(tx, `safeguarding:sandbox-bank:${payment.currency}`);
  const valueDate = londonDay(bookedAt ?? now);
  const postings = settlementPostings(amount, clearing, safeguarding);
  const id = v7() as OperationId;
  const { reference } = payment;
  // Bank reconciliation matches the statement by this reference.
  await narrate(tx, id, { kind: 'payment', reference, description: `Payment ${reference} settled` });
  return { kind: 'post', id, code: 'payment.settled', postings, valueDate };
}

const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });

/** Value dates of the bank are London days. */
export const londonDay = (at: Date): string => inLondon.format(at);

async function reject(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  if (await isQuestion(ctx, payment, answer)) return giveBack(ctx, payment, answer);
  if (!mayBecome(payment.state as PaymentState, 'rejected')) {
    if (payment.state !== 'rejected') await noteContradiction(ctx, payment, answer);
    return;
  }
  // A rejected attempt does not end the payment while the bank claims that it executed another one.
  if (payment.contradicted_at !== null) return giveBack(ctx, payment, answer);
  await endPayment(ctx, payment, 'rejected', customerReason(answer.reasonCode));
}

async function hearOfGivenBack(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  if (answer.status === 'rejected') return takeBack(ctx, payment, answer);
  if (answer.status !== 'accepted' && answer.status !== 'settled') return;
  await noteContradiction(ctx, payment, answer);
  // The rejection may have arrived before the report that it withdraws.
  if ((await claimsOf(ctx.tx, payment, answer.document)).length > 0) await holdBack(ctx, payment);
}

/** Ends a payment that the bank has never received and can no longer receive. */
export async function giveUp(ctx: Ctx, { id, attempt }: Attempt): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (payment?.attempt !== attempt || !mayBecome(payment.state as PaymentState, 'failed')) return;
  if (payment.contradicted_at !== null) return holdUnseen(ctx, payment);
  await endPayment(ctx, payment, 'failed', { code: 'vendor_delay', sentence: 'The bank could not be reached.' });
}

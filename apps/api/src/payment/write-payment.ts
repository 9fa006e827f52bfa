import { randomUUID } from 'node:crypto';
import type { ReasonCode } from '@larkmere/contract/payment';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { OperationId, Posting } from '@larkmere/ledger/types';
import { isZero } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { houseAccount, narrate, shortReference } from '../books/books.ts';
import { postingsOf as exchangePostings } from '../fx/fx.ts';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { touchPaid } from '../payee/payee.ts';
import { recordHits } from '../screening/screening.ts';
import { book } from './book.ts';
import type { CheckedOrder } from './check-order.ts';
import { reserveFreeTrade } from './free-trade.sql.ts';
import { addressOfPayee } from './party.ts';
import { outgoingPostings } from './payment.postings.ts';
import { insertPayment, type NewPayment } from './payment.sql.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';

/** Approval, payment, free transfer, what is told of them and the hold: one fact, or none. */
export async function writePayment(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const { tx } = ctx;
  const { payee, price } = checked;
  const id = v7() as OperationId;
  const reference = shortReference();
  const [, payment] = await together(
    order.approve?.() ?? Promise.resolve(),
    insertPayment(tx, rowOf(ctx.now, payer, order, checked, { id, reference })),
    price.freeTransfersLeft > 0 ? requireFreeTrade(ctx, payer, id) : Promise.resolve(),
    narrate(tx, id, {
      kind: 'payment',
      reference,
      counterparty: payee.name,
      counterpartyAccount: payee.summary,
      description: `Payment to ${payee.name}`,
      payeeReference: order.reference,
      paymentId: id,
    }),
    touchPaid(ctx, payee.id),
    checked.screening.state === 'in_review' ? recordHits(ctx, id, checked.screening.hits) : Promise.resolve(),
  );
  await holdMoney(ctx, order, checked, id);
  return payment;
}

type Named = Readonly<{ id: string; reference: string }>;

/** Payer and payee as they were at this moment: this is what travels, whatever changes later. */
function rowOf(
  now: Date,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
  { id, reference }: Named,
): NewPayment {
  const { account, payerAccount, payerAddress, payee, payeeAccount, price, expected, screening } = checked;
  const { exchange } = order;
  const waits = screening.state === 'in_review' ? screening : closedUntil(now, price);
  return {
    id,
    reference,
    kind: order.kind,
    customer_id: payer.customerId,
    person_id: payer.personId,
    account_id: account.id,
    rail: order.rail,
    route: order.route ?? 'direct',
    source: order.source?.kind ?? 'customer',
    source_id: order.source?.id ?? null,
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_account: payeeAccount,
    payee_address: addressOfPayee(payee),
    payee_summary: payee.summary,
    payer_name: account.holder,
    payer_account: payerAccount,
    payer_address: payerAddress,
    currency: order.amount.currency,
    amount_minor: order.amount.minor,
    quote_id: exchange?.id ?? null,
    sold_currency: exchange?.price.sell.currency ?? null,
    sold_minor: exchange?.price.sell.minor ?? null,
    charges_expected_minor: expected?.minor ?? null,
    fee_minor: price.fee.minor,
    payee_reference: order.reference,
    charge_bearer: order.chargeBearer ?? null,
    purpose: order.purpose ?? null,
    execution_date: null,
    scheme: order.scheme ?? null,
    not_before: price.opensAt > now ? price.opensAt : null,
    uetr: randomUUID(),
    name_check_id: payee.nameCheckId,
    state: screening.state,
    reason_code: waits?.reasonCode ?? null,
    reason: waits?.reason ?? null,
    next_step: waits?.nextStep ?? null,
    next_update_at: waits?.nextUpdateAt ?? null,
    deadline_at: waits?.deadlineAt ?? null,
    documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
    arrival_earliest: price.arrival.earliest,
    arrival_latest: price.arrival.latest,
  };
}

type Waits = Readonly<{
  reasonCode: ReasonCode;
  reason: string;
  nextStep: string;
  nextUpdateAt: Date;
  deadlineAt: Date;
}>;

/** What is said of a payment that is ready before its rail is. */
function closedUntil(now: Date, { opensAt, arrival }: CheckedOrder['price']): Waits | undefined {
  if (opensAt <= now) return undefined;
  return {
    reasonCode: 'cut_off_missed',
    reason: 'The bank takes no payments like this at the moment. Your money is set aside and safe.',
    nextStep: 'We hand it to the bank as soon as it opens.',
    nextUpdateAt: opensAt,
    deadlineAt: arrival.latest,
  };
}

async function requireFreeTrade({ tx }: Ctx, { customerId }: Payer, paymentId: string): Promise<void> {
  if (!(await reserveFreeTrade(tx, customerId, paymentId))) throw new Refusal('price_changed');
}

/** What the hold sets aside: the payment and the fee; an exchange on the way is in the same hold, so that it is undone with it. */
async function postingsOf({ tx }: Ctx, order: PaymentOrder, { account, price }: CheckedOrder): Promise<Posting[]> {
  const { amount, exchange, rail } = order;
  const { fee } = price;
  const payer = account.ledgerAccountId;
  const clearing = await houseAccount(tx, `clearing:${rail}:${amount.currency}`);
  const feeIncome = await houseAccount(tx, `fee-income:payment:${fee.currency}`);
  if (!exchange) return outgoingPostings({ amount, fee, payer, clearing, feeIncome });
  const exchanged = await exchangePostings({ tx }, exchange.price, payer, clearing);
  return [...exchanged, ...(isZero(fee) ? [] : [{ debit: payer, credit: feeIncome, amount: fee }])];
}

/** The ledger has the last word on whether there is enough. */
async function holdMoney(ctx: Ctx, order: PaymentOrder, checked: CheckedOrder, id: OperationId): Promise<void> {
  const postings = await postingsOf(ctx, order, checked);
  await book(ctx.tx, { kind: 'hold', id, code: 'payment.held', postings }).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new Overtaken('the money was spent in the meantime') : error;
  });
}

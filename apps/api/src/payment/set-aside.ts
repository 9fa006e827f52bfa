import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, Operation, OperationId, Posting } from '@larkmere/ledger/types';
import { isZero, type Money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { bookAll, houseAccount, narrate } from '../books/books.ts';
import { postingsOf as exchangePostings, type Quote } from '../fx/fx.ts';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { touchPaid } from '../payee/payee.ts';
import { recordHits } from '../screening/screening.ts';
import type { CheckedOrder } from './check-order.ts';
import { reserveFreeTrade } from './free-trade.sql.ts';
import { outgoingPostings } from './payment.postings.ts';
import type { Payment, PaymentOrder } from './payment.ts';
import type { Price } from './price.ts';

/** A payment and its hold. */
export type Named = Readonly<{ id: string; reference: string; holdId: OperationId }>;

/** The hold with which a payment leaves bears its id, unless it was a draft before. */
export const ownHold = ({ id, hold_id }: Pick<Payment, 'id' | 'hold_id'>): OperationId =>
  (hold_id ?? id) as OperationId;

/** The hold that sets a payment's money aside: while colleagues approve one that is exchanged, that of its worst rate. */
export const holdOf = (payment: Pick<Payment, 'id' | 'hold_id' | 'state' | 'quote_id'>): OperationId =>
  payment.state === 'awaiting_approval' && payment.quote_id !== null
    ? (payment.quote_id as OperationId)
    : ownHold(payment);

/** What is written beside a payment that leaves: its free transfer, how the books tell of it, and what the screening found. */
export async function tellOf(
  ctx: Ctx,
  order: PaymentOrder,
  { payee, price, screening }: CheckedOrder,
  { id, reference, holdId }: Named,
): Promise<void> {
  await together(
    requireFreeTrade(ctx, price, id),
    narrate(ctx.tx, holdId, {
      kind: 'payment',
      reference,
      counterparty: payee.name,
      counterpartyAccount: payee.summary,
      description: `Payment to ${payee.name}`,
      payeeReference: order.reference,
      paymentId: id,
    }),
    touchPaid(ctx, payee.id),
    screening.state === 'in_review' ? recordHits(ctx, id, screening.hits) : Promise.resolve(),
  );
}

async function requireFreeTrade({ tx }: Ctx, { freeTransfers: [id] }: Price, paymentId: string): Promise<void> {
  if (id && !(await reserveFreeTrade(tx, { id, paymentId }))) throw new Refusal('price_changed');
}

type Leaving = Readonly<{ rail: string; amount: Money; fee: Money; payer: AccountId; exchange: Quote | undefined }>;

/**
 * What the hold sets aside: the payment and the fee; an exchange on the way is in the same hold, so that it is undone with
 * it. One that colleagues have yet to approve is none yet: what it takes at most is set aside.
 */
async function postingsOf({ tx }: Ctx, { rail, amount, fee, payer, exchange }: Leaving): Promise<Posting[]> {
  const feeIncome = await houseAccount(tx, `fee-income:payment:${fee.currency}`);
  if (exchange?.indicative) {
    const { sell } = exchange.price;
    const position = await houseAccount(tx, `position:${sell.currency}`);
    return outgoingPostings({ amount: sell, fee, payer, clearing: position, feeIncome });
  }
  const clearing = await houseAccount(tx, `clearing:${rail}:${amount.currency}`);
  if (!exchange) return outgoingPostings({ amount, fee, payer, clearing, feeIncome });
  const exchanged = await exchangePostings({ tx }, exchange.price, payer, clearing);
  return [...exchanged, ...(isZero(fee) ? [] : [{ debit: payer, credit: feeIncome, amount: fee }])];
}

/** The ledger has the last word on whether there is enough, when what was set aside before is free again. */
async function hold(ctx: Ctx, leaving: Leaving, id: OperationId, before: readonly Operation[] = []): Promise<void> {
  const postings = await postingsOf(ctx, leaving);
  const holding = { kind: 'hold', id, code: 'payment.held', postings } as const;
  await bookAll(ctx.tx, [...before, holding]).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new Overtaken('the money was spent in the meantime') : error;
  });
}

/** Sets aside what an order takes. */
export const holdMoney = (
  ctx: Ctx,
  { rail, amount, exchange }: PaymentOrder,
  { account, price: { fee } }: CheckedOrder,
  id: OperationId,
): Promise<void> => hold(ctx, { rail, amount, fee, payer: account.ledgerAccountId, exchange }, id);

type Exchanged = Readonly<{ payer: AccountId; fee: Money; exchange: Quote }>;

/** What was set aside at most while colleagues approved makes room for what a payment takes after all. */
export async function holdExchanged(ctx: Ctx, waited: Payment, { payer, fee, exchange }: Exchanged): Promise<void> {
  const id = ownHold(waited);
  await narrate(ctx.tx, id, {
    kind: 'payment',
    reference: waited.reference,
    counterparty: waited.payee_name,
    counterpartyAccount: waited.payee_summary,
    description: `Payment to ${waited.payee_name}`,
    payeeReference: waited.payee_reference,
    paymentId: waited.id,
  });
  const voiding = { id: v7() as OperationId, code: 'payment.exchanged', holdId: holdOf(waited) };
  const leaving = { rail: waited.rail, amount: exchange.price.buy, fee, payer, exchange };
  await hold(ctx, leaving, id, [{ kind: 'void_hold', ...voiding }]);
}

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

export type Named = Readonly<{ id: string; reference: string; holdId: OperationId }>;

/** Equals the payment id, unless the payment was a draft. */
export const ownHold = ({ id, hold_id }: Pick<Payment, 'id' | 'hold_id'>): OperationId =>
  (hold_id ?? id) as OperationId;

/** While an exchanged payment awaits approval, its worst-case hold has the id of the quote. */
export const holdOf = (payment: Pick<Payment, 'id' | 'hold_id' | 'state' | 'quote_id'>): OperationId =>
  payment.state === 'awaiting_approval' && payment.quote_id !== null
    ? (payment.quote_id as OperationId)
    : ownHold(payment);

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
 * The exchange shares the hold of the payment, so both are released together. Before approval only the maximum debit is
 * held.
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

/** The ledger decides whether there is enough, after earlier holds are released. */
async function hold(ctx: Ctx, leaving: Leaving, id: OperationId, before: readonly Operation[] = []): Promise<void> {
  const postings = await postingsOf(ctx, leaving);
  const holding = { kind: 'hold', id, code: 'payment.held', postings } as const;
  await bookAll(ctx.tx, [...before, holding]).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new Overtaken('the money was spent in the meantime') : error;
  });
}

export const holdMoney = (
  ctx: Ctx,
  { rail, amount, exchange }: PaymentOrder,
  { account, price: { fee } }: CheckedOrder,
  id: OperationId,
): Promise<void> => hold(ctx, { rail, amount, fee, payer: account.ledgerAccountId, exchange }, id);

type Exchanged = Readonly<{ payer: AccountId; fee: Money; exchange: Quote }>;

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

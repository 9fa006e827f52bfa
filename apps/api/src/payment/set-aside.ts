import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { OperationId, Posting } from '@larkmere/ledger/types';
import { isZero } from '@larkmere/money/money';
import { houseAccount, narrate } from '../books/books.ts';
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
import { outgoingPostings } from './payment.postings.ts';
import type { PaymentOrder } from './payment.ts';
import type { Price } from './price.ts';

export type Named = Readonly<{ id: string; reference: string }>;

/** What is written beside a payment that leaves: its free transfer, how the books tell of it, and what the screening found. */
export async function tellOf(
  ctx: Ctx,
  order: PaymentOrder,
  { payee, price, screening }: CheckedOrder,
  { id, reference }: Named,
): Promise<void> {
  await together(
    requireFreeTrade(ctx, price, id),
    narrate(ctx.tx, id as OperationId, {
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
export async function holdMoney(ctx: Ctx, order: PaymentOrder, checked: CheckedOrder, id: OperationId): Promise<void> {
  const postings = await postingsOf(ctx, order, checked);
  await book(ctx.tx, { kind: 'hold', id, code: 'payment.held', postings }).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new Overtaken('the money was spent in the meantime') : error;
  });
}

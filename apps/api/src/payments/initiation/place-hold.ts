import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, Operation, OperationId, Posting } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { isZero, type Money } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { recordScreeningHits } from '../../checks/screening/screening.ts';
import { buildConversionPostings as exchangePostings, type Quote } from '../../fx/conversion/conversion.ts';
import { recordLastPaid } from '../../payees/payee/payee.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { reserveFeeWaiver } from '../payment/fee-waiver.sql.ts';
import { outgoingPostings } from '../payment/payment.postings.ts';
import type { Payment } from '../payment/payment.ts';
import { holdIdOf, ownHoldId } from '../payment/payment-ids.ts';
import type { Price } from '../pricing/pricing.ts';
import type { CheckedOrder } from './check-order.ts';
import { exchangeOf, type PaymentOrder } from './payment-order.ts';

export type PaymentHold = Readonly<{ id: string; reference: string; holdId: OperationId }>;

export async function recordDetails(
  ctx: Ctx,
  order: PaymentOrder,
  { payee, price, screening }: CheckedOrder,
  { id, reference, holdId }: PaymentHold,
): Promise<void> {
  await pipeline(
    requireFeeWaiver(ctx, price, id),
    recordNarrative(ctx.tx, holdId, {
      kind: 'payment',
      reference,
      counterparty: payee.name,
      counterpartyAccount: payee.summary,
      description: defaultText('statement_payment', { payeeName: payee.name }),
      payeeReference: order.reference,
      paymentId: id,
    }),
    recordLastPaid(ctx, payee.id),
    screening.state === 'in_review' ? recordScreeningHits(ctx, id, screening.hits) : Promise.resolve(),
  );
}

async function requireFeeWaiver({ tx }: Ctx, { feeWaivers: [id] }: Price, paymentId: string): Promise<void> {
  if (id && !(await reserveFeeWaiver(tx, { id, paymentId }))) throw new Refusal('price_changed');
}

type HoldTerms = Readonly<{ rail: string; amount: Money; fee: Money; payer: AccountId; exchange: Quote | undefined }>;

/**
 * The exchange shares the hold of the payment, so both are released together. Before approval only the maximum debit is
 * held.
 */
async function holdPostings({ tx }: Ctx, { rail, amount, fee, payer, exchange }: HoldTerms): Promise<Posting[]> {
  const feeIncome = await firmAccountId(tx, `fee-income:payment:${fee.currency}`);
  if (exchange?.indicative) {
    const { sell } = exchange.price;
    const position = await firmAccountId(tx, `position:${sell.currency}`);
    return outgoingPostings({ amount: sell, fee, payer, clearing: position, feeIncome });
  }
  const clearing = await firmAccountId(tx, `clearing:${rail}:${amount.currency}`);
  if (!exchange) return outgoingPostings({ amount, fee, payer, clearing, feeIncome });
  const exchanged = await exchangePostings({ tx }, exchange.price, payer, clearing);
  return [...exchanged, ...(isZero(fee) ? [] : [{ debit: payer, credit: feeIncome, amount: fee }])];
}

/** The ledger decides whether there is enough, after earlier holds are released. */
async function postHold(
  ctx: Ctx,
  leaving: HoldTerms,
  id: OperationId,
  before: readonly Operation[] = [],
): Promise<void> {
  const postings = await holdPostings(ctx, leaving);
  const holding = { kind: 'hold', id, code: 'payment.held', postings } as const;
  await bookOperations(ctx.tx, [...before, holding]).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict('the money was spent in the meantime') : error;
  });
}

export function placeHold(
  ctx: Ctx,
  order: PaymentOrder,
  { account, price: { fee } }: CheckedOrder,
  id: OperationId,
): Promise<void> {
  const { rail, amount } = order;
  const exchange = exchangeOf(order)?.quote;
  return postHold(ctx, { rail, amount, fee, payer: account.ledgerAccountId, exchange }, id);
}

type ExchangedHold = Readonly<{ payer: AccountId; fee: Money; exchange: Quote }>;

export async function replaceWithExchangedHold(
  ctx: Ctx,
  waited: Payment,
  { payer, fee, exchange }: ExchangedHold,
): Promise<void> {
  const id = ownHoldId(waited);
  await recordNarrative(ctx.tx, id, {
    kind: 'payment',
    reference: waited.reference,
    counterparty: waited.payeeName,
    counterpartyAccount: waited.payeeSummary,
    description: defaultText('statement_payment', { payeeName: waited.payeeName }),
    payeeReference: waited.payeeReference,
    paymentId: waited.id,
  });
  const voiding = { id: createOperationId(), code: 'payment.exchanged', holdId: holdIdOf(waited) };
  const leaving = { rail: waited.rail, amount: exchange.price.buy, fee, payer, exchange };
  await postHold(ctx, leaving, id, [{ kind: 'void_hold', ...voiding }]);
}

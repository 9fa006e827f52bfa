import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import { type Balance, balancesOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { compare, formatAmount, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { houseAccount, narrate, shortReference } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import { together } from '../kernel/driver.ts';
import { gathered } from '../kernel/gather.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireUsableUkPayee, touchPaid, type UkPayee } from '../payee/payee.ts';
import { requireApproval } from '../pin/pin.ts';
import { book } from './book.ts';
import { reserveFreeTrade } from './free-trade.sql.ts';
import { outgoingPostings } from './payment.postings.ts';
import { findEqualPayment, insertPayment, lockPayer } from './payment.sql.ts';
import { type Payment, paymentHeld, rail } from './payment.ts';
import { newsOf, viewOf } from './payment.view.ts';
import { type Price, priceOf, requireAmount, requireWithinLimits, viewPrice } from './price.ts';

type Order = Input<typeof contract.payment.sendGbp>;

/** Equal payments closer together than this are asked about once. */
const duplicateMinutes = 10;

/**
 * Sets the money aside and queues the payment for Faster Payments; nothing leaves the firm here. The approval of the PIN
 * is used up in the same transaction. Each refusal of the contract leaves nothing behind.
 */
export const sendGbp: Verb<typeof contract.payment.sendGbp> = async (ctx, order) => {
  if (ctx.actor.accountStatus !== 'active') throw new Refusal('account_restricted');
  const amount = requireAmount(order.currency, order.amount);
  const [, account, payee, price] = await together(
    lockPayer(ctx.tx, ctx.actor.customerId), // what is read behind it waits for it
    requireUsableAccount(ctx, order),
    requireUsableUkPayee(ctx, order.payeeUid, order.payeeVersion),
    priceOf(ctx, amount),
  );
  requireWithinLimits(price);
  await requireAgreedFee(ctx, price, order, account);
  await together(requireFunds(ctx, account, price), requireNoTwin(ctx, price, order));
  // From here on things are written: what refuses now takes back whatever shares this transaction.
  const payment = await write(ctx, { account, payee, price, order });
  await emit(ctx, paymentHeld, newsOf(payment));
  await audit(ctx, 'payment.made', `payment:${payment.id}`, {
    reference: payment.reference,
    amount: order.amount,
    currency: order.currency,
    payee: payee.id,
    payeeVersion: order.payeeVersion,
  });
  return viewOf(payment, {
    bankholderId: account.bankholderId,
    transitions: [{ state: payment.state, at: payment.created_at, note: null }],
    freeTransfer: price.freeTransfersLeft > 0,
    nameCheck: payee.nameCheckResult && { result: payee.nameCheckResult, actualName: payee.actualName },
  });
};

async function requireUsableAccount(ctx: CustomerCtx, order: Order): Promise<BankAccount> {
  const account = await requireOwnAccount(ctx, order.sourceBankholderId);
  const { currency, status, sortCode, accountNumber } = account;
  if (currency !== order.currency || status !== 'active' || !sortCode || !accountNumber)
    throw new Refusal('account_not_usable');
  return account;
}

async function requireAgreedFee(ctx: CustomerCtx, price: Price, order: Order, account: BankAccount): Promise<void> {
  if (readAmount(order.currency, order.fee)?.minor === price.fee.minor) return;
  throw new Refusal('price_changed', { data: { price: await viewPrice(ctx, price, account) } });
}

async function requireNoTwin(ctx: CustomerCtx, price: Price, order: Order): Promise<void> {
  if (order.confirmDuplicate) return;
  const twin = await findEqualPayment(ctx.tx, {
    customerId: ctx.actor.customerId,
    payeeId: order.payeeUid,
    amountMinor: price.amount.minor,
    minutes: duplicateMinutes,
  });
  if (twin) throw new Refusal('duplicate_suspected', { data: { existingUid: twin } });
}

const approve = (
  ctx: CustomerCtx,
  { sourceBankholderId, payeeUid, payeeVersion, amount, currency, fee, reference, idempotency, approval }: Order,
): Promise<void> =>
  requireApproval(ctx, approval, {
    operation: 'payment.gbp',
    sourceBankholderId,
    payeeUid,
    payeeVersion,
    amount,
    currency,
    fee,
    reference,
    paymentIdempotency: idempotency,
  });

type Booking = Readonly<{ account: BankAccount; payee: UkPayee; price: Price; order: Order }>;

/** Approval, payment, free transfer, what is told of them and the hold: one fact, or none. */
async function write(ctx: CustomerCtx, booking: Booking): Promise<Payment> {
  const { tx, actor } = ctx;
  const { account, payee, price, order } = booking;
  const id = v7() as OperationId;
  const reference = shortReference();
  const [, payment] = await together(
    approve(ctx, order),
    insertPayment(tx, {
      id,
      reference,
      customer_id: actor.customerId,
      person_id: actor.personId,
      account_id: account.id,
      rail,
      payee_id: payee.id,
      payee_version: order.payeeVersion,
      payee_name: payee.name,
      payee_sort_code: payee.sortCode,
      payee_account_number: payee.accountNumber,
      payer_name: account.holder,
      payer_sort_code: account.sortCode ?? '',
      payer_account_number: account.accountNumber ?? '',
      currency: order.currency,
      amount_minor: price.amount.minor,
      fee_minor: price.fee.minor,
      payee_reference: order.reference,
      uetr: randomUUID(),
      name_check_id: payee.nameCheckId,
      state: 'ready',
      arrival_earliest: price.arrival.earliest,
      arrival_latest: price.arrival.latest,
    }),
    price.freeTransfersLeft > 0 ? requireFreeTrade(ctx, id) : Promise.resolve(),
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
  );
  await holdMoney(ctx, booking, id);
  return payment;
}

async function requireFreeTrade({ tx, actor }: CustomerCtx, paymentId: string): Promise<void> {
  if (!(await reserveFreeTrade(tx, actor.customerId, paymentId))) throw new Refusal('price_changed');
}

/** The ledger has the last word on whether there is enough. */
async function holdMoney({ tx }: CustomerCtx, { account, price }: Booking, id: OperationId): Promise<void> {
  const { amount, fee } = price;
  const clearing = await houseAccount(tx, `clearing:${rail}:${amount.currency}`);
  const feeIncome = await houseAccount(tx, `fee-income:payment:${amount.currency}`);
  const postings = outgoingPostings({ amount, fee, payer: account.ledgerAccountId, clearing, feeIncome });
  await book(tx, { kind: 'hold', id, code: 'payment.held', postings }).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new Overtaken('the money was spent in the meantime') : error;
  });
}

const readBalance = gathered('reads', async (tx, ids: readonly AccountId[]) => {
  const balances = await balancesOf(tx, ids);
  return ids.map((id) => balances.get(id) as Balance);
});

async function requireFunds({ tx }: CustomerCtx, account: BankAccount, { total }: Price): Promise<void> {
  const { available } = await readBalance(tx, account.ledgerAccountId);
  if (compare(available, total) >= 0) return;
  const message = `You have ${formatAmount(available)} ${available.currency} available, and this needs ${formatAmount(total)}. Nothing was sent. Enter a smaller amount.`;
  throw new Refusal('insufficient_funds', {
    message,
    data: { available: formatAmount(available), needed: formatAmount(total), currency: total.currency },
  });
}

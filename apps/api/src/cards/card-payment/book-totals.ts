import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, Operation, OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { formatRateFigure } from '@larkmere/money/displayed-rate';
import { type Currency, money } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
  type Narrative,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { tierRate } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { stopCard } from '../issued-card/issued-card.ts';
import { type ChargeAccounts, chargePostings } from './card-payment.postings.ts';
import { type CardPayment, type CardPaymentUpdate, updatePayment } from './card-payment.sql.ts';
import { emitSteps } from './card-payment-events.ts';
import { cardPaymentLifecycle, stateOf } from './card-payment-lifecycle.ts';
import { type CardPaymentTerms, type Charge, chargeFor, chargeForTotals, costOf, subtractCharge } from './charge.ts';

export type NewTotals = Readonly<{ held: bigint; cleared: bigint; refunded: bigint; isDeclined: boolean }>;

type Change = Readonly<{
  terms: CardPaymentTerms;
  next: NewTotals;
  more?: CardPaymentUpdate;
  /** Its first report opens its history, even if nothing was taken. */
  isNew?: boolean;
}>;

/**
 * Books the difference between the totals and what is booked, in one ledger call: the hold follows what is still held,
 * and what was taken or given back goes through the books. `payment` is locked, and its card before it.
 */
export async function bookTotals(
  ctx: Ctx,
  payment: CardPayment,
  { terms, next, more = {}, isNew = false }: Change,
): Promise<CardPayment> {
  const booked = { cleared: payment.clearedMinor, refunded: payment.refundedMinor };
  const charge = subtractCharge(chargeForTotals(terms, next), chargeForTotals(terms, booked));
  const account = await findPayer(ctx.tx, payment);
  const plan = planMoney(payment, { terms, next, due: costOf(charge), account });
  const hold = plan.keepsHold ? {} : newHold(ctx.now, plan.hold);
  const state = stateOf({ ...next, isVerified: payment.state === 'verified' });
  const saved = await updatePayment(ctx.tx, payment.id, {
    ...more,
    ...hold,
    state,
    ...(state === 'declined' ? {} : { declineCode: null, declineLimitMinor: null }),
    heldMinor: next.held,
    clearedMinor: next.cleared,
    refundedMinor: next.refunded,
    takenMinor: payment.takenMinor + costOf(charge),
    feeMinor: payment.feeMinor + charge.fee,
    countedMinor: costOf(chargeFor(terms, next.held + next.cleared)),
    shortfallMinor: payment.shortfallMinor + (plan.short > 0n ? plan.short : 0n),
    recoveredMinor: payment.recoveredMinor - (plan.short < 0n ? plan.short : 0n),
    suspendedMinor: payment.suspendedMinor + plan.suspended,
  });
  await recordChange(ctx, isNew ? undefined : payment, saved, plan.short);
  const postings = await postingsOf(ctx, saved, { terms, charge, plan, account });
  await bookWithAvailable(ctx.tx, [
    ...(plan.keepsHold ? [] : voidOperations(payment.holdId)),
    ...postings,
    ...(plan.keepsHold
      ? []
      : holdOperations(saved, account.id, await firmAccountId(ctx.tx, `clearing:card:${saved.currency}`))),
  ]);
  return saved;
}

/** `available`: with what this payment holds. An account that is frozen or closed pays and receives nothing. */
type Payer = Readonly<{ id: AccountId; isOpen: boolean; available: bigint }>;

async function findPayer(tx: Tx, payment: CardPayment): Promise<Payer> {
  const account = await findBankAccount(tx, payment.accountId);
  if (!account) throw new Error(`the account of card payment ${payment.id} is not there`);
  const isOpen = account.status === 'active';
  const { available } = await balanceOf(tx, account.ledgerAccountId);
  return { id: account.ledgerAccountId, isOpen, available: isOpen ? available.minor + payment.holdMinor : 0n };
}

type Plan = Readonly<{
  /** The part of what is due that the account does not pay; with a minus what a refund pays of an earlier shortfall. */
  short: bigint;
  suspended: bigint;
  hold: bigint;
  keepsHold: boolean;
}>;

type Due = Readonly<{ terms: CardPaymentTerms; next: NewTotals; due: bigint; account: Payer }>;

function planMoney(payment: CardPayment, { terms, next, due, account }: Due): Plan {
  const { available, isOpen } = account;
  const owed = payment.shortfallMinor - payment.recoveredMinor;
  const short = due > 0n ? above(due - available) : -least(-due, owed);
  const paid = due - short;
  const left = above(available - above(paid));
  const hold = isOpen ? least(costOf(chargeFor(terms, next.held)), left) : 0n;
  return { short, suspended: isOpen ? 0n : above(-paid), hold, keepsHold: hold === payment.holdMinor };
}

const above = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const shown = ['state', 'declineCode', 'heldMinor', 'clearedMinor', 'refundedMinor'] as const;

async function recordChange(
  ctx: Ctx,
  before: CardPayment | undefined,
  saved: CardPayment,
  short: bigint,
): Promise<void> {
  if (before && shown.every((column) => before[column] === saved[column])) return;
  await appendHistory(ctx, cardPaymentLifecycle, saved.id);
  await audit(ctx, `card_payment.${saved.state}`, `card-payment:${saved.id}`, {
    reference: saved.reference,
    sequence: saved.lastSequence,
    ...(short > 0n && { short: String(short) }),
  });
  await emitSteps(ctx, saved, before, short > 0n ? short : 0n);
  if (short > 0n) await stopCard(ctx, saved.cardId, 'payment_shortfall');
}

type Booked = Readonly<{ terms: CardPaymentTerms; charge: Charge; plan: Plan; account: Payer }>;

async function postingsOf(
  ctx: Ctx,
  payment: CardPayment,
  { terms, charge, plan, account }: Booked,
): Promise<Operation[]> {
  const { tx } = ctx;
  const postings = chargePostings(terms, charge, await chargeAccounts(tx, terms, account), plan.short);
  if (postings.length === 0) return [];
  const id = createOperationId();
  const isRefund = charge.billed < 0n;
  await recordNarrative(tx, id, narrativeOf(payment, { terms, charge, isRefund }));
  return [{ kind: 'post', id, code: isRefund ? 'card_payment.refunded' : 'card_payment.cleared', postings }];
}

async function chargeAccounts(tx: Tx, terms: CardPaymentTerms, { id, isOpen }: Payer): Promise<ChargeAccounts> {
  const { currency, billing } = terms;
  const firm = (name: string, of: Currency): Promise<AccountId> => firmAccountId(tx, `${name}:${of}`);
  const [suspense, shortfall, clearing, feeIncome] = await pipeline(
    firm('suspense', currency),
    firm('card-shortfall', currency),
    firm('clearing:card', billing),
    firm('fee-income:card-fx', currency),
  );
  const own = { payer: isOpen ? id : suspense, shortfall, clearing, feeIncome };
  if (terms.exchange === null) return { ...own, exchange: null };
  const [positionSold, positionBought, spreadIncome, rounding] = await pipeline(
    firm('position', currency),
    firm('position', billing),
    firm('fx-spread', billing),
    firm('fx-rounding', billing),
  );
  return { ...own, exchange: { positionSold, positionBought, spreadIncome, rounding } };
}

/** The processor keeps an authorisation for seven days; a day later we release what it did not report. */
const holdMs = 8 * 24 * 3600_000;

export const holdEnd = (from: Date): Date => new Date(from.getTime() + holdMs);

export const newHold = (now: Date, minor: bigint) =>
  minor === 0n
    ? { holdId: null, holdMinor: 0n, holdExpiresAt: null }
    : { holdId: createOperationId(), holdMinor: minor, holdExpiresAt: holdEnd(now) };

/** Replaces the hold of an earlier decision by that of the row. */
export async function bookHold(
  { tx }: Pick<Ctx, 'tx'>,
  payment: CardPayment,
  before: OperationId | null,
  payer: AccountId,
): Promise<void> {
  const clearing = await firmAccountId(tx, `clearing:card:${payment.currency}`);
  await bookWithAvailable(tx, [...voidOperations(before), ...holdOperations(payment, payer, clearing)]);
}

/** No expiry in the ledger: the row and the hold end together. */
const holdOperations = (payment: CardPayment, payer: AccountId, clearing: AccountId): Operation[] =>
  payment.holdId === null
    ? []
    : [
        {
          kind: 'hold',
          id: payment.holdId,
          code: 'card_payment.held',
          postings: [{ debit: payer, credit: clearing, amount: money(payment.currency, payment.holdMinor) }],
        },
      ];

const voidOperations = (holdId: OperationId | null): Operation[] =>
  holdId === null ? [] : [{ kind: 'void_hold', id: createOperationId(), code: 'card_payment.released', holdId }];

/** If another payment took the money between reading the balance and booking, the transaction runs again. */
async function bookWithAvailable(tx: Tx, operations: readonly Operation[]): Promise<void> {
  await bookOperations(tx, operations).catch((error: unknown) => {
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict() : error;
  });
}

type Booking = Readonly<{ terms: CardPaymentTerms; charge: Charge; isRefund: boolean }>;

/** Such as `Pepperpot Kitchen, London · 12.50 EUR at 1.1672, fee 0.05 GBP`. */
function narrativeOf(payment: CardPayment, { terms, charge, isRefund }: Booking): Narrative {
  const place = placeOf(payment);
  const { exchange, currency, billing } = terms;
  const counterparty = payment.merchantName;
  const common = { kind: 'card' as const, reference: payment.reference, counterparty };
  if (exchange === null)
    return {
      ...common,
      description: defaultText(isRefund ? 'statement_card_refund' : 'statement_card_payment', { place }),
    };
  const size = (minor: bigint, of: Currency) => money(of, minor < 0n ? -minor : minor);
  return {
    ...common,
    description: defaultText(isRefund ? 'statement_card_refund_exchanged' : 'statement_card_payment_exchanged', {
      place,
      amount: size(charge.billed, billing),
      rate: formatRateFigure(tierRate(exchange.mid, exchange.marginBps)),
      fee: size(charge.fee, currency),
    }),
  };
}

const placeOf = ({ merchantName: name, merchantCity: city }: CardPayment): string =>
  city === '' ? name : `${name}, ${city}`;

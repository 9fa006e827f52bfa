import { randomUUID } from 'node:crypto';
import { type Currency, type Money, money } from '@larkmere/money/money';
import type { Bank } from '../bank.ts';
import { partOf } from './authorise.ts';
import type { IssuedCard } from './card.ts';
import {
  type Channel,
  findPayment,
  type IssuedPayment,
  type Merchant,
  newPayment,
  recordPayment,
} from './issued-payment.ts';
import { billingCurrency, convertAtSchemeRate } from './scheme-rates.ts';
import { bookEntry } from './settle.ts';

/** Why the processor refuses a message of the merchant. */
export type Fault = 'declined' | 'nothing_held' | 'too_much' | 'other_currency' | 'nothing_cleared';
type Changed = IssuedPayment | Fault;

/**
 * The merchant takes money: what was approved, a part, more (a tip), or in another currency than it asked for. What is
 * held beyond it is released unless more will follow. An authorisation that expired or was reversed can still be cleared.
 */
export function clearPayment(
  bank: Bank,
  payment: IssuedPayment,
  { amount, isFinal = true }: Readonly<{ amount?: Money | undefined; isFinal?: boolean }> = {},
): Changed {
  if (payment.declineCode) return 'declined';
  const original = amount ?? money(payment.original, payment.heldOriginal);
  if (original.minor === 0n) return 'nothing_held';
  if (original.currency !== payment.original && payment.clearedOriginal > 0n) return 'other_currency';
  const billed = convertAtSchemeRate(bank, original, payment.billing);
  const rest = isFinal ? { held: 0n, heldOriginal: 0n } : reduceHold(payment, billed.minor);
  const cleared = recordPayment(bank, {
    ...payment,
    ...rest,
    original: original.currency,
    ...(original.currency !== payment.original &&
      !isFinal && {
        heldOriginal: convertAtSchemeRate(bank, money(payment.billing, rest.held), original.currency).minor,
      }),
    cleared: payment.cleared + billed.minor,
    clearedOriginal: payment.clearedOriginal + original.minor,
  });
  bookEntry(bank, cleared, 'cleared', billed.minor);
  return cleared;
}

function reduceHold({ held, heldOriginal }: IssuedPayment, by: bigint): Pick<IssuedPayment, 'held' | 'heldOriginal'> {
  const left = held > by ? held - by : 0n;
  return { held: left, heldOriginal: partOf(heldOriginal, left, held) };
}

/** The merchant gives up what is held, or a part of it. */
export function reversePayment(bank: Bank, payment: IssuedPayment, amount?: Money): Changed {
  if (payment.held === 0n) return 'nothing_held';
  if (amount && amount.currency !== payment.original) return 'other_currency';
  if (amount && amount.minor > payment.heldOriginal) return 'too_much';
  const by = amount ? partOf(payment.held, amount.minor, payment.heldOriginal) : payment.held;
  return recordPayment(bank, { ...payment, ...reduceHold(payment, by) });
}

/** `isDue`: only if the time of the last approval is over. */
export function expirePayment(bank: Bank, paymentId: string, isDue = true): Changed {
  const payment = findPayment(bank, paymentId);
  if (!payment || payment.held === 0n) return 'nothing_held';
  if (isDue && payment.expiresAt > bank.now()) return payment;
  return recordPayment(bank, { ...payment, held: 0n, heldOriginal: 0n });
}

export function refundPayment(bank: Bank, payment: IssuedPayment, amount?: Money): Changed {
  const left = payment.clearedOriginal - payment.refundedOriginal;
  if (left <= 0n) return 'nothing_cleared';
  const original = amount ?? money(payment.original, left);
  if (original.currency !== payment.original) return 'other_currency';
  if (original.minor > left || original.minor === 0n) return 'too_much';
  const billed = convertAtSchemeRate(bank, original, payment.billing);
  const refunded = recordPayment(bank, {
    ...payment,
    refunded: payment.refunded + billed.minor,
    refundedOriginal: payment.refundedOriginal + original.minor,
  });
  bookEntry(bank, refunded, 'refunded', billed.minor);
  return refunded;
}

/** A dispute that was won, less what the merchant refunded meanwhile. `disputed` in the billing currency. */
export function chargeBack(bank: Bank, payment: IssuedPayment, disputed: bigint): void {
  const left = payment.cleared - payment.refunded;
  const minor = disputed < left ? disputed : left;
  if (minor <= 0n) return;
  const charged = recordPayment(bank, {
    ...payment,
    refunded: payment.refunded + minor,
    refundedOriginal: payment.refundedOriginal + partOf(payment.clearedOriginal, minor, payment.cleared),
  });
  bookEntry(bank, charged, 'refunded', minor);
}

/** Cleared or refunded without an authorisation, as in an aeroplane or in a shop that knows no earlier payment. */
export function presentOffline(
  bank: Bank,
  card: IssuedCard,
  given: Readonly<{ merchant: Merchant; channel: Channel; original: Money; side: 'cleared' | 'refunded' }>,
): IssuedPayment {
  const { merchant, channel, original, side } = given;
  const billing = billingCurrency(original.currency, card.currency as Currency);
  const billed = convertAtSchemeRate(bank, original, billing);
  const identity = { paymentId: randomUUID(), cardId: card.cardId, merchant, channel, decidedBy: 'none' } as const;
  const presented = recordPayment(bank, {
    ...newPayment(bank, { ...identity, billing, original: original.currency }),
    [side]: billed.minor,
    [`${side}Original`]: original.minor,
  });
  bookEntry(bank, presented, side, billed.minor);
  return presented;
}

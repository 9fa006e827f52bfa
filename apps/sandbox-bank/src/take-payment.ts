import { createHash } from 'node:crypto';
import type { Bank } from './bank.ts';
import { type PaymentOrder, readPain001 } from './messages/pain-001.ts';
import { writePain002 } from './messages/payment-status.ts';
import { outcomeOf, readMagic, schemeLimitMinor } from './outcome.ts';
import { findPayment, insertPayment, newReference, type PaymentStatus } from './payment.ts';
import { schedule } from './work.ts';

export type Taken =
  | Readonly<{ kind: 'answer'; document: string }>
  /** No answer will come; whether there is a payment is for the customer to find out. */
  | Readonly<{ kind: 'silence' }>
  | Readonly<{ kind: 'unreadable' }>
  /** The id is known with other contents. */
  | Readonly<{ kind: 'conflict' }>;

/**
 * Takes one pain.001. An order that is already here gets the answer it got the first time and makes no second payment.
 */
export function takePayment(bank: Bank, body: string): Taken {
  const order = readPain001(body);
  if (!order) return { kind: 'unreadable' };
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const known = findPayment(bank.store, order.instructionId, order.endToEndId);
  if (known)
    return known.bodyHash === bodyHash ? { kind: 'answer', document: known.firstAnswer } : { kind: 'conflict' };

  const magic = readMagic(order.amountMinor, order.reference);
  const outcome = outcomeOf(magic);
  if (outcome?.kind === 'never_taken') return { kind: 'silence' };

  const reasonCode = refusal(order, magic);
  const status: PaymentStatus = reasonCode ? 'RJCT' : 'RCVD';
  const now = bank.now();
  const payment = {
    ...order,
    bankReference: newReference(),
    bodyHash,
    magic,
    status,
    reasonCode,
    chargesMinor: 0n,
    receivedAt: now,
    settledAt: null,
    returnedAt: null,
  };
  const document = writePain002(payment, now);
  bank.store.atOnce(() => {
    insertPayment(bank.store, { ...payment, firstAnswer: document });
    if (!reasonCode) schedule(bank, payment.bankReference, 'accept', bank.between(bank.settings().acceptDelayMs));
  });
  bank.wake();
  return outcome?.kind === 'answer_lost' ? { kind: 'silence' } : { kind: 'answer', document };
}

/** What the bank can refuse on the spot. */
function refusal(order: PaymentOrder, magic: string | null): string | null {
  if (order.currency !== 'GBP') return 'AM03';
  if (order.amountMinor > schemeLimitMinor) return 'AM02';
  const outcome = outcomeOf(magic);
  return outcome?.kind === 'reject' && outcome.by === 'bank' ? outcome.reason : null;
}

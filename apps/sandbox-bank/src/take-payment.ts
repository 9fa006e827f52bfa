import { createHash } from 'node:crypto';
import { isCurrency } from '@larkmere/money/money';
import type { Bank } from './bank.ts';
import type { PaymentOrder } from './messages/order.ts';
import { writeAnswer } from './messages/payment-status.ts';
import { readOrder } from './messages/read-order.ts';
import { outcomeOf, readMagic } from './outcome.ts';
import { findPayment, insertPayment, newReference, type PaymentStatus } from './payment.ts';
import { schemes } from './scheme.ts';
import { schedule } from './work.ts';

export type Taken =
  | Readonly<{ kind: 'answer'; document: string }>
  /** No answer is sent. The customer has to enquire whether a payment exists. */
  | Readonly<{ kind: 'silence' }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'conflict' }>;

/** Idempotent: a known instruction returns the first answer; a different body under its id is a conflict. */
export function takePayment(bank: Bank, body: string): Taken {
  const order = readOrder(body);
  if (!order) return { kind: 'unreadable' };
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const known = findPayment(bank.store, order.instructionId);
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
    charges: [],
    hops: 0,
    receivedAt: now,
    settledAt: null,
    returnedAt: null,
  };
  const document = writeAnswer(payment, now);
  bank.store.atOnce(() => {
    insertPayment(bank.store, { ...payment, firstAnswer: document });
    if (!reasonCode) schedule(bank, payment.bankReference, 'accept', bank.between(bank.settings().acceptDelayMs));
  });
  bank.wake();
  return outcome?.kind === 'answer_lost' ? { kind: 'silence' } : { kind: 'answer', document };
}

function refusal({ scheme, currency, amountMinor, payer, payee }: PaymentOrder, magic: string | null): string | null {
  const terms = schemes[scheme];
  if (!isCurrency(currency) || (terms.currency !== null && terms.currency !== currency)) return 'AM03';
  if (amountMinor > terms.mostMinor) return 'AM02';
  if (terms.addressed && !payee.address) return 'BE04';
  if (terms.addressed && !payer.address) return 'BE07';
  const outcome = outcomeOf(magic);
  return outcome?.kind === 'reject' && outcome.by === 'bank' ? outcome.reason : null;
}

import { createHash } from 'node:crypto';
import { isCurrency } from '@larkmere/money/money';
import type { Bank } from './bank.ts';
import type { PaymentInstruction } from './messages/payment-instruction.ts';
import { writeStatusReport } from './messages/payment-status.ts';
import { readInstruction } from './messages/read-instruction.ts';
import { findPayment, insertPayment, newReference, type PaymentStatus } from './payment.ts';
import { scheduleStep } from './process-steps.ts';
import { readScenarioCode, scenarioOf } from './scenario.ts';
import { schemes } from './scheme.ts';

export type AcceptResult =
  | Readonly<{ kind: 'answer'; document: string }>
  /** No answer is sent. The customer has to enquire whether a payment exists. */
  | Readonly<{ kind: 'no_response' }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'conflict' }>;

/** Idempotent: a known instruction returns the first answer; a different body under its id is a conflict. */
export function acceptPayment(bank: Bank, body: string): AcceptResult {
  const order = readInstruction(body);
  if (!order) return { kind: 'unreadable' };
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const known = findPayment(bank.store, order.instructionId);
  if (known)
    return known.bodyHash === bodyHash ? { kind: 'answer', document: known.firstAnswer } : { kind: 'conflict' };

  const magic = readScenarioCode(order.amountMinor, order.reference);
  const outcome = scenarioOf(magic);
  if (outcome?.kind === 'never_taken') return { kind: 'no_response' };

  const reasonCode = rejectionReason(order, magic);
  const status: PaymentStatus = reasonCode ? 'RJCT' : 'RCVD';
  const now = bank.now();
  const payment = {
    ...order,
    bankReference: newReference(),
    bodyHash,
    scenarioCode: magic,
    status,
    reasonCode,
    charges: [],
    hopCount: 0,
    receivedAt: now,
    settledAt: null,
    returnedAt: null,
  };
  const document = writeStatusReport(payment, now);
  bank.store.inTransaction(() => {
    insertPayment(bank.store, { ...payment, firstAnswer: document });
    if (!reasonCode)
      scheduleStep(bank, payment.bankReference, 'accept', bank.randomBetween(bank.settings().acceptDelayMs));
  });
  bank.wake();
  return outcome?.kind === 'answer_lost' ? { kind: 'no_response' } : { kind: 'answer', document };
}

function rejectionReason(
  { scheme, currency, amountMinor, payer, payee }: PaymentInstruction,
  magic: string | null,
): string | null {
  const terms = schemes[scheme];
  if (!isCurrency(currency) || (terms.currency !== null && terms.currency !== currency)) return 'AM03';
  if (amountMinor > terms.maxMinor) return 'AM02';
  if (terms.requiresAddress && !payee.address) return 'BE04';
  if (terms.requiresAddress && !payer.address) return 'BE07';
  const outcome = scenarioOf(magic);
  return outcome?.kind === 'reject' && outcome.by === 'bank' ? outcome.reason : null;
}

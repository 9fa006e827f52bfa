import { createHash } from 'node:crypto';
import type { Bank } from './bank.ts';
import { queueEvent } from './event.ts';
import { type RecallState, writeCamt029 } from './messages/camt-029.ts';
import { readRecallRequest } from './messages/enquiry.ts';
import { findPayment, type Payment } from './payment.ts';
import { scenarioOf } from './scenario.ts';
import { type Store, textColumn } from './store.ts';

export type RecallResult =
  | Readonly<{ kind: 'answer'; document: string; bankReference: string; fresh: boolean }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'unknown' }>
  | Readonly<{ kind: 'conflict' }>;

export function acceptRecall(bank: Bank, body: string): RecallResult {
  const order = readRecallRequest(body);
  if (!order) return { kind: 'unreadable' };
  const payment = findPayment(bank.store, order.instructionId);
  if (!payment) return { kind: 'unknown' };
  const { bankReference } = payment;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const known = findRecall(bank.store, bankReference);
  if (known) {
    if (known.bodyHash !== bodyHash) return { kind: 'conflict' };
    return { kind: 'answer', document: known.firstAnswer, bankReference, fresh: false };
  }
  const document = writeCamt029(payment, 'PDCR', null, bank.now());
  bank.store.insert('recall', {
    recall_id: order.recallId,
    bank_reference: bankReference,
    body_hash: bodyHash,
    first_answer: document,
    state: 'PDCR',
  });
  return { kind: 'answer', document, bankReference, fresh: true };
}

type StoredRecall = Readonly<{ state: RecallState; bodyHash: string; firstAnswer: string }>;

export function findRecall(store: Store, bankReference: string): StoredRecall | undefined {
  const row = store.one('select * from recall where bank_reference = ?', bankReference);
  if (!row) return undefined;
  return {
    state: textColumn(row, 'state') as RecallState,
    bodyHash: textColumn(row, 'body_hash'),
    firstAnswer: textColumn(row, 'first_answer'),
  };
}

/**
 * A payment not sent yet is withdrawn; one in progress is decided after settlement; a settled one is returned unless
 * its scenario refuses.
 */
export function answerRecall(bank: Bank, payment: Payment): 'later' | 'withdraw' | 'give_back' | 'refused' {
  const outcome = scenarioOf(payment.scenarioCode);
  if (payment.status === 'ACSP') return 'later';
  if (payment.returnedAt !== null || payment.status === 'RJCT') return decide(bank, payment, 'refused', 'ARDT');
  if (payment.status === 'RCVD' || payment.status === 'PDNG') return decide(bank, payment, 'withdraw', null);
  if (outcome?.kind === 'recall_refused') return decide(bank, payment, 'refused', outcome.reason);
  return decide(bank, payment, 'give_back', null);
}

function decide<Decision extends 'withdraw' | 'give_back' | 'refused'>(
  bank: Bank,
  payment: Payment,
  decision: Decision,
  reason: string | null,
): Decision {
  const state: RecallState = decision === 'refused' ? 'RJCR' : 'CNCL';
  const { bankReference } = payment;
  bank.store.run('update recall set state = ? where bank_reference = ?', state, bankReference);
  queueEvent(bank, {
    kind: 'payment.recall',
    document: writeCamt029(payment, state, reason, bank.now()),
    bankReference,
  });
  return decision;
}

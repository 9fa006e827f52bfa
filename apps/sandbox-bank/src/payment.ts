import { randomUUID } from 'node:crypto';
import type { PaymentOrder } from './messages/pain-001.ts';
import { pence, type Row, type Store, text, textOrNull, whole } from './store.ts';

export type PaymentStatus = 'RCVD' | 'PDNG' | 'ACSP' | 'ACSC' | 'RJCT';

/** A payment as the bank keeps it. */
export type Payment = PaymentOrder &
  Readonly<{
    bankReference: string;
    bodyHash: string;
    firstAnswer: string;
    magic: string | null;
    status: PaymentStatus;
    reasonCode: string | null;
    chargesMinor: bigint;
    receivedAt: number;
    settledAt: number | null;
    returnedAt: number | null;
  }>;

/** A short reference of capital letters and digits that fits every statement format. */
export const newReference = (): string => `SB${randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`;

/** By either of the two ids that our customer gave it. */
export function findPayment(store: Store, ...ids: string[]): Payment | undefined {
  for (const id of ids) {
    const row = store.one('select * from payment where end_to_end_id = ? or instruction_id = ?', id, id);
    if (row) return toPayment(row);
  }
  return undefined;
}

export function getPayment(store: Store, bankReference: string): Payment {
  const row = store.one('select * from payment where bank_reference = ?', bankReference);
  if (!row) throw new Error(`No payment ${bankReference}`);
  return toPayment(row);
}

/** The newest first. */
export function listPayments(store: Store, limit: number): Payment[] {
  return store.all('select * from payment order by received_at desc, rowid desc limit ?', limit).map(toPayment);
}

export function insertPayment(store: Store, payment: Payment): void {
  const { payer, payee } = payment;
  store.insert('payment', {
    bank_reference: payment.bankReference,
    message_id: payment.messageId,
    payment_information_id: payment.paymentInformationId,
    instruction_id: payment.instructionId,
    end_to_end_id: payment.endToEndId,
    uetr: payment.uetr,
    currency: payment.currency,
    amount_minor: payment.amountMinor,
    payer_name: payer.name,
    payer_sort_code: payer.sortCode,
    payer_account_number: payer.accountNumber,
    payee_name: payee.name,
    payee_sort_code: payee.sortCode,
    payee_account_number: payee.accountNumber,
    reference: payment.reference,
    body_hash: payment.bodyHash,
    first_answer: payment.firstAnswer,
    magic: payment.magic,
    status: payment.status,
    reason_code: payment.reasonCode,
    charges_minor: payment.chargesMinor,
    received_at: payment.receivedAt,
    settled_at: payment.settledAt,
    returned_at: payment.returnedAt,
  });
}

export function updatePayment(store: Store, payment: Payment): void {
  const { status, reasonCode, chargesMinor, settledAt, returnedAt, bankReference } = payment;
  store.run(
    `update payment set status = ?, reason_code = ?, charges_minor = ?, settled_at = ?, returned_at = ?
     where bank_reference = ?`,
    status,
    reasonCode,
    chargesMinor,
    settledAt,
    returnedAt,
    bankReference,
  );
}

function toPayment(row: Row): Payment {
  const moment = (column: string) => (row[column] === null ? null : whole(row, column));
  const party = (side: string) => ({
    name: text(row, `${side}_name`),
    sortCode: text(row, `${side}_sort_code`),
    accountNumber: text(row, `${side}_account_number`),
  });
  return {
    bankReference: text(row, 'bank_reference'),
    messageId: text(row, 'message_id'),
    paymentInformationId: text(row, 'payment_information_id'),
    instructionId: text(row, 'instruction_id'),
    endToEndId: text(row, 'end_to_end_id'),
    uetr: text(row, 'uetr'),
    currency: text(row, 'currency'),
    amountMinor: pence(row, 'amount_minor'),
    payer: party('payer'),
    payee: party('payee'),
    reference: text(row, 'reference'),
    bodyHash: text(row, 'body_hash'),
    firstAnswer: text(row, 'first_answer'),
    magic: textOrNull(row, 'magic'),
    status: text(row, 'status') as PaymentStatus,
    reasonCode: textOrNull(row, 'reason_code'),
    chargesMinor: pence(row, 'charges_minor'),
    receivedAt: whole(row, 'received_at'),
    settledAt: moment('settled_at'),
    returnedAt: moment('returned_at'),
  };
}

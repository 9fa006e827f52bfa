import { randomUUID } from 'node:crypto';
import type { PaymentOrder } from './messages/order.ts';
import type { BankName } from './messages/party.ts';
import { type Row, type Store, text, textOrNull, whole } from './store.ts';

/** ACSC: settled between the banks. ACCC: credited to the payee, reported only by SWIFT. */
export type PaymentStatus = 'RCVD' | 'PDNG' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT';

export type Charge = Readonly<{ bank: BankName; minor: bigint }>;

export type Payment = PaymentOrder &
  Readonly<{
    bankReference: string;
    bodyHash: string;
    firstAnswer: string;
    magic: string | null;
    status: PaymentStatus;
    reasonCode: string | null;
    charges: readonly Charge[];
    hops: number;
    receivedAt: number;
    settledAt: number | null;
    returnedAt: number | null;
  }>;

export const newReference = (): string => `SB${randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`;

/** The end-to-end id is the payer's own and not unique. */
export function findPayment(store: Store, instructionId: string): Payment | undefined {
  const row = store.one('select * from payment where instruction_id = ?', instructionId);
  return row && toPayment(row);
}

export function findPaymentByAnyId(store: Store, id: string): Payment | undefined {
  const row = store.one(
    'select * from payment where instruction_id = ? or end_to_end_id = ? order by received_at desc, rowid desc limit 1',
    id,
    id,
  );
  return row && toPayment(row);
}

export function getPayment(store: Store, bankReference: string): Payment {
  const row = store.one('select * from payment where bank_reference = ?', bankReference);
  if (!row) throw new Error(`No payment ${bankReference}`);
  return toPayment(row);
}

export function listPayments(store: Store, limit: number): Payment[] {
  return store.all('select * from payment order by received_at desc, rowid desc limit ?', limit).map(toPayment);
}

export function insertPayment(store: Store, payment: Payment): void {
  const { bankReference, bodyHash, firstAnswer, magic, status, reasonCode, charges, hops, ...rest } = payment;
  const { receivedAt, settledAt, returnedAt, ...order } = rest;
  store.insert('payment', {
    bank_reference: bankReference,
    instruction_id: order.instructionId,
    end_to_end_id: order.endToEndId,
    ordered: write(order),
    body_hash: bodyHash,
    first_answer: firstAnswer,
    magic,
    status,
    reason_code: reasonCode,
    charges: write(charges),
    hops,
    received_at: receivedAt,
    settled_at: settledAt,
    returned_at: returnedAt,
  });
}

export function updatePayment(store: Store, payment: Payment): void {
  const { status, reasonCode, charges, hops, settledAt, returnedAt, bankReference } = payment;
  store.run(
    `update payment set status = ?, reason_code = ?, charges = ?, hops = ?, settled_at = ?, returned_at = ?
     where bank_reference = ?`,
    status,
    reasonCode,
    write(charges),
    hops,
    settledAt,
    returnedAt,
    bankReference,
  );
}

// JSON numbers cannot hold 64-bit integers, so minor units are stored as text.
const write = (value: unknown): string =>
  JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? String(part) : part));

type Stored<Value> = Readonly<{ [Name in keyof Value]: Value[Name] extends bigint ? string : Value[Name] }>;

function toPayment(row: Row): Payment {
  const moment = (column: string) => (row[column] === null ? null : whole(row, column));
  const order = JSON.parse(text(row, 'ordered')) as Stored<PaymentOrder>;
  const charges = JSON.parse(text(row, 'charges')) as Stored<Charge>[];
  return {
    ...order,
    amountMinor: BigInt(order.amountMinor),
    bankReference: text(row, 'bank_reference'),
    bodyHash: text(row, 'body_hash'),
    firstAnswer: text(row, 'first_answer'),
    magic: textOrNull(row, 'magic'),
    status: text(row, 'status') as PaymentStatus,
    reasonCode: textOrNull(row, 'reason_code'),
    charges: charges.map(({ bank, minor }) => ({ bank, minor: BigInt(minor) })),
    hops: whole(row, 'hops'),
    receivedAt: whole(row, 'received_at'),
    settledAt: moment('settled_at'),
    returnedAt: moment('returned_at'),
  };
}

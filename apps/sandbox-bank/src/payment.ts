import { randomUUID } from 'node:crypto';
import type { BankIdentifier } from './messages/party.ts';
import type { PaymentInstruction } from './messages/payment-instruction.ts';
import { nullableTextColumn, numberColumn, type Row, type Store, textColumn } from './store.ts';

/** ACSC: settled between the banks. ACCC: credited to the payee, reported only by SWIFT. */
export type PaymentStatus = 'RCVD' | 'PDNG' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT';

export type Charge = Readonly<{ bank: BankIdentifier; minor: bigint }>;

export type Payment = PaymentInstruction &
  Readonly<{
    bankReference: string;
    bodyHash: string;
    firstAnswer: string;
    scenarioCode: string | null;
    status: PaymentStatus;
    reasonCode: string | null;
    charges: readonly Charge[];
    hopCount: number;
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
  const { bankReference, bodyHash, firstAnswer, scenarioCode, status, reasonCode, charges, hopCount, ...rest } =
    payment;
  const { receivedAt, settledAt, returnedAt, ...order } = rest;
  store.insert('payment', {
    bank_reference: bankReference,
    instruction_id: order.instructionId,
    end_to_end_id: order.endToEndId,
    ordered: toJson(order),
    body_hash: bodyHash,
    first_answer: firstAnswer,
    magic: scenarioCode,
    status,
    reason_code: reasonCode,
    charges: toJson(charges),
    hops: hopCount,
    received_at: receivedAt,
    settled_at: settledAt,
    returned_at: returnedAt,
  });
}

export function updatePayment(store: Store, payment: Payment): void {
  const { status, reasonCode, charges, hopCount, settledAt, returnedAt, bankReference } = payment;
  store.run(
    `update payment set status = ?, reason_code = ?, charges = ?, hops = ?, settled_at = ?, returned_at = ?
     where bank_reference = ?`,
    status,
    reasonCode,
    toJson(charges),
    hopCount,
    settledAt,
    returnedAt,
    bankReference,
  );
}

// JSON numbers cannot hold 64-bit integers, so minor units are stored as text.
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? String(part) : part));

type JsonForm<Value> = Readonly<{ [Name in keyof Value]: Value[Name] extends bigint ? string : Value[Name] }>;

function toPayment(row: Row): Payment {
  const moment = (column: string) => (row[column] === null ? null : numberColumn(row, column));
  const order = JSON.parse(textColumn(row, 'ordered')) as JsonForm<PaymentInstruction>;
  const charges = JSON.parse(textColumn(row, 'charges')) as JsonForm<Charge>[];
  return {
    ...order,
    amountMinor: BigInt(order.amountMinor),
    bankReference: textColumn(row, 'bank_reference'),
    bodyHash: textColumn(row, 'body_hash'),
    firstAnswer: textColumn(row, 'first_answer'),
    scenarioCode: nullableTextColumn(row, 'magic'),
    status: textColumn(row, 'status') as PaymentStatus,
    reasonCode: nullableTextColumn(row, 'reason_code'),
    charges: charges.map(({ bank, minor }) => ({ bank, minor: BigInt(minor) })),
    hopCount: numberColumn(row, 'hops'),
    receivedAt: numberColumn(row, 'received_at'),
    settledAt: moment('settled_at'),
    returnedAt: moment('returned_at'),
  };
}

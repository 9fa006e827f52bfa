import { createHash } from 'node:crypto';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { Currency, Money } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import type { BankAccount } from '../../bank-account/bank-account.ts';

/** One row of a statement in every format. Amounts are signed: credits are positive. */
export type StatementRow = Readonly<{
  /** At most 16 characters of A-Z and 2-7; never changes, and unique within an account. */
  transactionId: string;
  bookedAt: Date;
  /** Calendar day of the booking in London. */
  bookedOn: string;
  valueDate: string;
  type: string;
  category: string;
  amount: Money;
  balanceAfter: Money;
  counterpartyName: string | null;
  /** Only the last four characters are legible. */
  counterpartyAccount: string | null;
  description: string;
  reference: string | null;
  ourReference: string;
  endToEndId: string | null;
  uetr: string | null;
  /** Which network carried the payment. */
  rail: string | null;
  exchange: RowExchange | null;
  /** Part of `amount`: positive if charged, negative if refunded. */
  fee: Money | null;
  feeForTransactionId: string | null;
  note: string | null;
}>;

export type RowExchange = Readonly<{
  rate: Rate;
  /** The other side of the exchange, as an unsigned amount. */
  original: Money;
}>;

export type Turnover = Readonly<{ count: number; sum: Money }>;
type StatementAccount = Pick<
  BankAccount,
  'bankholderId' | 'holder' | 'currency' | 'ledgerAccountId' | 'product' | 'sortCode' | 'accountNumber' | 'iban' | 'bic'
>;

/** What one look at the ledger told of the account and the period. The rows are read up to the same booking. */
export type StatementHead = Readonly<{
  account: StatementAccount;
  currency: Currency;
  layout: StatementLayout;
  from: string;
  to: string;
  opening: Money;
  closing: Money;
  /** The closing balance without what payments under way hold. */
  available: Money;
  in: Turnover;
  out: Turnover;
  generatedAt: Date;
  /** By which a reader checks a printed statement. */
  code?: string;
  /** Booking time of the last entry, in microseconds since 1970; null without any. */
  lastBookedAt: bigint | null;
}>;

export type Statement = Readonly<{ head: StatementHead; batches: AsyncIterable<readonly StatementRow[]> }>;

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Eighty bits of a digest: short enough for MT940, and no two of a million rows are alike. */
export function toTransactionId(operationId: string, leg: number): string {
  const digest = createHash('sha256').update(`${operationId}:${leg}`).digest();
  const bits = BigInt(`0x${digest.toString('hex', 0, 10)}`);
  return Array.from({ length: 16 }, (_, at) => base32[Number((bits >> BigInt(75 - 5 * at)) & 31n)]).join('');
}

/** `****8472`: enough to recognise an account, too little to pay from it. */
export function maskAccount(account: string | null): string | null {
  const plain = account?.replace(/[^\p{L}\p{N}]/gu, '') ?? '';
  return plain === '' ? null : `****${plain.slice(-4)}`;
}

import type { StatementLine } from '@larkmere/contract/statement';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { type MovementKind, movementWords } from '../books/books.ts';

/** One movement of an account with what it meant. Amounts in minor units; money in is positive. */
export type Line = Readonly<{
  uid: string;
  reference: string;
  bookedAt: Date;
  valueDate: string;
  currency: Currency;
  amount: bigint;
  balanceAfter: bigint;
  /** The other side is the firm's income: a fee, or one given back. */
  isFee: boolean;
  kind: MovementKind | null;
  counterparty: string | null;
  counterpartyAccount: string | null;
  description: string;
  payeeReference: string | null;
  paymentId: string | null;
}>;

/** A movement as the customer reads it. */
export const viewOf = (line: Line): StatementLine => ({
  uid: line.uid,
  reference: line.reference,
  bookedAt: line.bookedAt.toISOString(),
  valueDate: line.valueDate,
  type: typeOf(line),
  direction: line.amount < 0n ? 'out' : 'in',
  amount: formatAmount(money(line.currency, line.amount)),
  currency: line.currency,
  balanceAfter: formatAmount(money(line.currency, line.balanceAfter)),
  counterparty: line.isFee ? null : line.counterparty,
  counterpartyAccount: line.isFee ? null : line.counterpartyAccount,
  description: line.isFee ? `Fee for ${lowerFirst(line.description)}` : line.description,
  payeeReference: line.isFee ? null : line.payeeReference,
  paymentUid: line.paymentId,
});

function typeOf({ isFee, amount, kind }: Line): string {
  if (isFee) return amount < 0n ? 'Fee' : 'Fee given back';
  return movementWords[kind ?? 'adjustment'];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

import type { settlementDifferenceKinds } from '@larkmere/contract/back-office/card-settlement';
import type { CardPayment } from './card-payment.sql.ts';
import type { SettledLine, Settlement } from './settlement.sql.ts';

/** Amounts in minor units of the settlement's currency, as text for JSON. */
export type SettlementDifference = Readonly<{
  kind: (typeof settlementDifferenceKinds)[number];
  paymentId: string | null;
  inFile: string;
  inBooks: string;
}>;

type Totals = Pick<Settlement, 'currency' | 'clearedMinor' | 'refundedMinor' | 'lineCount'>;

/** What the file says of a payment beyond what the books still have to settle of it, and sums that do not add up. */
export function compareSettlement(
  settlement: Totals,
  lines: readonly SettledLine[],
  payments: readonly CardPayment[],
): SettlementDifference[] {
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  const seen = new Set<string>();
  const ofLines = lines.flatMap((line) => {
    const isTwice = seen.has(line.paymentId);
    seen.add(line.paymentId);
    return isTwice
      ? [difference('payment_twice', line.paymentId, line.cleared, 0n)]
      : compareLine(settlement, line, known.get(line.paymentId));
  });
  return [...ofLines, ...compareSums(settlement, lines)];
}

function compareLine(
  { currency }: Totals,
  { paymentId, cleared, refunded }: SettledLine,
  payment: CardPayment | undefined,
): SettlementDifference[] {
  if (!payment) return [difference('payment_unknown', paymentId, cleared - refunded, 0n)];
  if (payment.billingCurrency !== currency) return [difference('currency_differs', paymentId, cleared - refunded, 0n)];
  const openCleared = payment.clearedMinor - payment.settledClearedMinor;
  const openRefunded = payment.refundedMinor - payment.settledRefundedMinor;
  return [
    ...(cleared > openCleared ? [difference('cleared_differs', paymentId, cleared, openCleared)] : []),
    ...(refunded > openRefunded ? [difference('refunded_differs', paymentId, refunded, openRefunded)] : []),
  ];
}

function compareSums(settlement: Totals, lines: readonly SettledLine[]): SettlementDifference[] {
  const sum = (of: 'cleared' | 'refunded'): bigint => lines.reduce((total, line) => total + line[of], 0n);
  const [inFile, reported] = [sum('cleared') - sum('refunded'), settlement.clearedMinor - settlement.refundedMinor];
  const agree = sum('cleared') === settlement.clearedMinor && sum('refunded') === settlement.refundedMinor;
  return [
    ...(agree ? [] : [difference('sum_differs', null, inFile, reported)]),
    ...(lines.length === settlement.lineCount
      ? []
      : [difference('count_differs', null, BigInt(lines.length), BigInt(settlement.lineCount))]),
  ];
}

const difference = (
  kind: SettlementDifference['kind'],
  paymentId: string | null,
  inFile: bigint,
  inBooks: bigint,
): SettlementDifference => ({ kind, paymentId, inFile: String(inFile), inBooks: String(inBooks) });

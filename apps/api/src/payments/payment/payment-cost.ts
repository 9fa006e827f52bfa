import { add, type Money } from '@larkmere/money/money';
import { type Price as Exchange, exchangeCostIncludingDeductions } from '../../fx/conversion/conversion.ts';

type ChargeState = Readonly<{ state: string; chargesMinor: bigint | null }>;

/** What intermediary banks deducted, in minor units; null until it is final. */
export function deductedCharges({ state, chargesMinor }: ChargeState): bigint | null {
  if (state === 'completed') return chargesMinor ?? 0n;
  return state === 'returned' ? chargesMinor : null;
}

type CostComponents = Readonly<{
  fee: Money;
  deducted: Money;
  exchange: Exchange | undefined;
}>;

export const totalCost = ({ fee, deducted, exchange }: CostComponents): Money =>
  add(fee, exchange ? exchangeCostIncludingDeductions(exchange, deducted) : deducted);

import { add, type Money } from '@larkmere/money/money';
import { type Price as Exchange, exchangeCostIncludingDeductions } from '../../fx/conversion/conversion.ts';

type ChargeState = Readonly<{ state: string; charges_minor: bigint | null }>;

/** What intermediary banks deducted, in minor units; null until it is final. */
export function deductedCharges({ state, charges_minor }: ChargeState): bigint | null {
  if (state === 'completed') return charges_minor ?? 0n;
  return state === 'returned' ? charges_minor : null;
}

type CostComponents = Readonly<{
  fee: Money;
  deducted: Money;
  exchange: Exchange | undefined;
}>;

export const totalCost = ({ fee, deducted, exchange }: CostComponents): Money =>
  add(fee, exchange ? exchangeCostIncludingDeductions(exchange, deducted) : deducted);

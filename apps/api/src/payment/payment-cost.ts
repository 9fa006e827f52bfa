import { add, type Money } from '@larkmere/money/money';
import { costOfExchange, type Price as Exchange } from '../fx/fx.ts';

type Told = Readonly<{ state: string; charges_minor: bigint | null }>;

/** What intermediary banks deducted, in minor units; null until it is final. */
export function chargesKept({ state, charges_minor }: Told): bigint | null {
  if (state === 'completed') return charges_minor ?? 0n;
  return state === 'returned' ? charges_minor : null;
}

type Costs = Readonly<{
  fee: Money;
  kept: Money;
  exchange: Exchange | undefined;
}>;

export const costOf = ({ fee, kept, exchange }: Costs): Money =>
  add(fee, exchange ? costOfExchange(exchange, kept) : kept);

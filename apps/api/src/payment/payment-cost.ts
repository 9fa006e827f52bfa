import { add, type Money } from '@larkmere/money/money';
import { costOfExchange, type Price as Exchange } from '../fx/fx.ts';

type Told = Readonly<{ state: string; charges_minor: bigint | null }>;

/** What banks on the way kept, in minor units; null until the last of them can have told: before it arrived all is estimate. */
export function chargesKept({ state, charges_minor }: Told): bigint | null {
  if (state === 'completed') return charges_minor ?? 0n;
  return state === 'returned' ? charges_minor : null;
}

type Costs = Readonly<{
  fee: Money;
  /** What banks on the way keep, in the currency that arrives. */
  kept: Money;
  exchange: Exchange | undefined;
}>;

/** All that a payment costs beside what arrives, in the currency that leaves: our fees, our margin, and the banks on the way. */
export const costOf = ({ fee, kept, exchange }: Costs): Money =>
  add(fee, exchange ? costOfExchange(exchange, kept) : kept);

import { add, type Money } from '@larkmere/money/money';
import { costOfExchange, type Price as Exchange } from '../fx/fx.ts';

type Costs = Readonly<{
  fee: Money;
  /** What banks on the way keep, in the currency that arrives. */
  kept: Money;
  exchange: Exchange | undefined;
}>;

/** All that a payment costs beside what arrives, in the currency that leaves: our fees, our margin, and the banks on the way. */
export const costOf = ({ fee, kept, exchange }: Costs): Money =>
  add(fee, exchange ? costOfExchange(exchange, kept) : kept);

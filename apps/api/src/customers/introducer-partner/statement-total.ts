import type { PartnerStatement } from '@larkmere/contract/customers/introducer-partner';

type Amounts = Readonly<{ share: bigint; cap: bigint | null; carriedIn: bigint; minimum: bigint; isFinal: boolean }>;
export type StatementTotal = Readonly<{ total: bigint; state: Exclude<PartnerStatement['state'], 'paid'> }>;

/** Nothing is ever taken from an account: what is below zero reduces the next statements. */
export function decideTotal({ share, cap, carriedIn, minimum, isFinal }: Amounts): StatementTotal {
  const total = limited(share, cap) + carriedIn;
  const isPaid = total > 0n && (isFinal || total >= minimum);
  return { total, state: isPaid ? 'due' : 'carried' };
}

export const limited = (share: bigint, cap: bigint | null): bigint => (cap !== null && share > cap ? cap : share);

import { type Money, money } from '@larkmere/money/money';

/** Hundredths of a percent of the amount, rounded half up to a minor unit. */
export const topUpFee = ({ currency, minor }: Money, feeBps: number): Money =>
  money(currency, (minor * BigInt(feeBps) + 5000n) / 10_000n);

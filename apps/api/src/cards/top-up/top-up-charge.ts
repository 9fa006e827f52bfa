import { formatAmount, money } from '@larkmere/money/money';
import type { TopUp } from './top-up.ts';

/** What the card pays, such as `100.80 GBP`. */
export const chargeOf = ({ currency, amountMinor, feeMinor }: TopUp): string =>
  `${formatAmount(money(currency, amountMinor + feeMinor))} ${currency}`;

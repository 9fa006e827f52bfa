import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { TopUp } from './top-up.ts';

/** What the card pays, such as `100.80 GBP`. */
export const chargeOf = ({ currency, amount_minor, fee_minor }: TopUp): string =>
  `${formatAmount(money(currency as Currency, amount_minor + fee_minor))} ${currency}`;

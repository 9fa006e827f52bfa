import { type Currency, minorDigits } from '@larkmere/money/money';

/** What somebody is told who typed something that cannot be moved: of a currency of whole units, and of any other. */
export const amountWanted = {
  whole: 'Enter an amount above zero without decimals, such as 2500',
  parts: 'Enter an amount above zero with at most two decimals, such as 25.00',
} as const;

/** Which of these words a currency calls for: 25.00 is no amount of yen. */
export const amountKind = (currency: Currency): keyof typeof amountWanted =>
  minorDigits[currency] === 0 ? 'whole' : 'parts';

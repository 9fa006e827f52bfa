import { type Currency, minorDigits } from '@larkmere/money/money';

export const amountWanted = {
  whole: 'Enter an amount above zero without decimals, such as 2500',
  parts: 'Enter an amount above zero with at most two decimals, such as 25.00',
} as const;

export const amountKind = (currency: Currency): keyof typeof amountWanted =>
  minorDigits[currency] === 0 ? 'whole' : 'parts';

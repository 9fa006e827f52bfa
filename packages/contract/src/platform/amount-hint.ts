import { type Currency, minorDigits } from '@larkmere/money/money';

export const amountHints = {
  whole: 'Enter an amount above zero without decimals, such as 2500',
  parts: 'Enter an amount above zero with at most two decimals, such as 25.00',
} as const;

export const amountHintFor = (currency: Currency): keyof typeof amountHints =>
  minorDigits[currency] === 0 ? 'whole' : 'parts';

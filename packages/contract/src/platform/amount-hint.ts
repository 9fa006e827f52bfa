import { type Currency, minorDigits } from '@larkmere/money/money';

export const amountHintFor = (currency: Currency): 'amount_whole_invalid' | 'amount_decimal_invalid' =>
  minorDigits[currency] === 0 ? 'amount_whole_invalid' : 'amount_decimal_invalid';

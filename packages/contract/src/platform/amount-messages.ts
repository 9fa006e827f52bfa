import type { AmountTextFinding } from '@larkmere/money/parse-amount';

export const amountTextMessages = {
  empty: 'Enter an amount',
  zero: 'Enter an amount above zero',
  negative: 'Enter an amount above zero, without a minus sign or brackets',
  exponent: 'Write the amount in full, such as 1000000.00',
  letters: 'Leave out the letters and write the amount in full, such as 2000.00',
  characters: 'Use only digits with a comma or a point, such as 1250.00',
  marks: 'There is more than one decimal mark. Write it like 1250.00.',
  grouping: 'The digits are not in groups of three. Write it like 1250.00.',
  decimals: '{currency} has two decimals at most. Write it like 25.00.',
  whole: '{currency} has no decimals. Write it like 2500.',
  large: 'An amount has 15 digits at most',
  currency: 'Enter the amount in {currency}. “{sign}” is another currency.',
  ambiguous: 'Choose which amount you mean',
} as const satisfies Record<AmountTextFinding['key'], string>;

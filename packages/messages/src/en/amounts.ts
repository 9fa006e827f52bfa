/** Why a typed amount cannot be read. */
export const amounts = {
  amount_empty: 'Enter an amount',
  amount_zero: 'Enter an amount above zero',
  amount_negative: 'Enter an amount above zero, without a minus sign or brackets',
  amount_exponent: 'Write the amount in full, such as 1000000.00',
  amount_letters: 'Leave out the letters and write the amount in full, such as 2000.00',
  amount_characters: 'Use only digits with a comma or a point, such as 1250.00',
  amount_marks: 'There is more than one decimal mark. Write it like 1250.00.',
  amount_grouping: 'The digits are not in groups of three. Write it like 1250.00.',
  amount_decimals: '{currency} has two decimals at most. Write it like 25.00.',
  amount_whole: '{currency} has no decimals. Write it like 2500.',
  amount_large: 'An amount has 15 digits at most',
  amount_currency: 'Enter the amount in {currency}. “{sign}” is another currency.',
  amount_could_mean: '“{typed}” could mean {amount} or {other}. Write {plainAmount} or {plainOther}.',
  amount_may_mean: '“{typed}” may mean {amount}. Write {plainAmount}.',
  amount_ambiguous: 'Choose which amount you mean',
} as const;

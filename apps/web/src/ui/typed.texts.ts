import { amounts } from '@larkmere/messages/en/amounts';

export const typed = {
  amountFault: {
    empty: amounts.amount_empty,
    zero: amounts.amount_zero,
    negative: amounts.amount_negative,
    exponent: amounts.amount_exponent,
    letters: amounts.amount_letters,
    characters: amounts.amount_characters,
    marks: amounts.amount_marks,
    grouping: amounts.amount_grouping,
    decimals: amounts.amount_decimals,
    whole: amounts.amount_whole,
    large: amounts.amount_large,
    currency: amounts.amount_currency,
    ambiguous: amounts.amount_ambiguous,
  },
  whichOf: '“{text}” can be read in two ways. Which one do you mean?',
  isThis: '“{text}” has three digits after the mark. Is this what you mean?',
  readAs: 'Read as {reading}',
  phone: {
    dialCode: 'Dialling code',
    option: '{country} ({code})',
    preferred: 'Most used',
    others: 'Other countries',
    incomplete: 'Enter a whole phone number, such as +44 20 7946 0958',
  },
  rateFault: {
    negative: 'Enter a number above zero, without a minus sign or brackets',
    exponent: 'Write the number in full, such as 43.2500',
    letters: 'Leave out the letters, and write the number like 43.2500',
    characters: 'Use only digits with a comma or a point, such as 43.2500',
    marks: 'There is more than one decimal mark. Write it like 43.2500.',
    grouping: 'The digits are not in groups of three. Write it like 1250.00.',
    large: 'A rate has 8 digits before the mark at most',
    decimals: 'A rate has 10 decimals at most',
  },
} as const;

/** Texts of field errors that belong to no subject. Schemas fill in `min` and `max` themselves. */
export const fields = {
  field_required: 'Fill this in',
  field_invalid: 'Check this and try again',
  field_not_allowed: 'Choose one of the options',
  field_too_short: 'Enter at least {min, plural, one {# character} other {# characters}}',
  field_too_long: 'Enter up to {max, plural, one {# character} other {# characters}}',
  field_too_small: 'Enter {min} or more',
  field_too_large: 'Enter {max} or less',
  field_too_few: 'Choose at least {min}',
  field_too_many: 'Choose up to {max}',
  unknown_field: 'Nothing was changed. This page is out of date. Reload it and try again',

  amount_format_invalid: 'Enter an amount, such as 1250.00',
  amount_whole_invalid: 'Enter an amount without decimals, such as 2500',
  amount_decimal_invalid: 'Enter an amount, such as 25.00',
  account_invalid: 'Choose an account from the list',
  phone_invalid: 'Enter a phone number with its country code, such as +442079460958',
  year_out_of_range: 'Enter a year from 1900 to 2999',
  reference_required: 'Enter a reference',
  reference_characters_too_many: 'Enter a reference of up to {max} characters',
  reference_characters_invalid: 'Use only letters, numbers, spaces and hyphens',
} as const;

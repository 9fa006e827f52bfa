/** Cards that we issue. */
export const issuedCards = {
  issued_card_ordered: 'The card is being made.',
  issued_card_ordered_next: 'A virtual card is ready within a minute. A physical one is printed and sent.',
  issued_card_on_way: 'Your card is on its way.',
  issued_card_arrived: 'Your card has arrived.',
  issued_card_on_way_next: 'Activate it with the code in the letter.',
  issued_card_new: 'Your new card',

  embossed_name_required: 'Enter the name for the card',
  embossed_name_too_long: 'Shorten the name to {max} characters or fewer',
  embossed_name_characters: 'Use only letters without accents, numbers, spaces and . ’ & / -',
  address_line_required: 'Enter the street and number',
  address_city_required: 'Enter the town or city',
  address_postcode_required: 'Enter the postcode',
  card_address_required: 'Enter where we send the card',
  card_code_format: 'Enter the 6 digits in the letter',
  card_of_another_person: 'Only the person who carries the card can see this.',
  card_differs_from_replaced: 'A replacement is for the same person and account, and of the same kind',
  card_account_withdrawn: 'This person cannot use this account',
  card_payment_above_daily: 'Enter no more than the daily limit of {limit}',
  card_daily_above_monthly: 'Enter no more than the monthly limit of {limit}',
  card_limit_maximum: 'Enter {maximum} or less',
  card_fee_insufficient_funds: 'No card was ordered. There is not enough money on the account for the fee of {fee}.',

  statement_card_fee: 'New card',
  statement_card_fee_refunded: 'Refund of the fee for your card',
} as const;

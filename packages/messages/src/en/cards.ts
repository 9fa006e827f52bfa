/** Money added by card. */
export const cards = {
  card_brand_not_accepted: 'Nothing was taken. We accept Visa and Mastercard. Use another card.',
  card_credit_not_accepted: 'Nothing was taken. We do not accept credit cards. Use a debit card.',
  card_prepaid_not_accepted: 'Nothing was taken. We do not accept prepaid cards. Use a debit card.',
  card_debit_not_accepted: 'Nothing was taken. We do not accept debit cards at the moment. Add money by bank transfer.',
  card_expired: 'Nothing was taken. This card has expired. Use another card.',
  card_details_needed: 'Enter your card details again',
  bin_lookups_used_up: 'You have tried a lot of card numbers. Wait an hour, then try again.',

  top_up_amount_limit: 'Nothing was taken. You can add from {minimum} to {maximum} at a time by card.',
  top_up_daily_limit: 'Nothing was taken. You can add {remaining} more by card today.',
  top_up_daily_limit_used: 'Nothing was taken. You have added all you can by card today. Try again tomorrow.',
  top_up_account_closed: 'Nothing was taken. You cannot add money to this wallet at the moment. Choose another wallet.',

  top_up_shortfall_open:
    'Nothing was taken. An earlier card payment was taken back and is not paid yet. Add money by bank transfer.',
  top_up_stopped: 'Nothing was taken. The payment was stopped before your card was charged. Try again.',
  top_up_expired: 'Nothing was taken. The payment was not finished in time. Try again.',

  top_up_created: 'The card processor has not answered yet. Nothing has been taken yet.',
  top_up_created_next: 'We ask the processor again. You will not pay twice.',
  top_up_awaiting_challenge: 'Nothing has been taken yet. Your bank wants you to confirm the payment.',
  top_up_awaiting_challenge_next: 'Confirm the payment with your bank.',
  top_up_authorised: 'Your bank agreed to the payment.',
  top_up_authorised_next: 'The processor takes the money, and we credit your wallet.',

  card_declined_do_not_honour: 'Nothing was taken. Your bank declined the payment. Ask your bank, or use another card.',
  card_declined_insufficient_funds:
    'Nothing was taken. There is not enough money on this card. Add a smaller amount or use another card.',
  card_declined_lost_card: 'Nothing was taken. Your bank does not allow payments with this card. Ask your bank.',
  card_declined_expired_card: 'Nothing was taken. Your bank says that this card has expired. Use another card.',
  card_declined_incorrect_cvc: 'Nothing was taken. The CVC is wrong. Check the 3 digits on the card and try again.',
  card_declined_issuer_unavailable:
    'Nothing was taken. Your bank could not be reached. Try again in a few minutes or use another card.',
  card_declined_limit_exceeded:
    'Nothing was taken. This is over the limit of your card. Add a smaller amount or ask your bank.',
  card_declined_fraud_suspected:
    'Nothing was taken. Your bank stopped the payment. Ask your bank before you try again.',
  card_declined_authentication_failed:
    'Nothing was taken. The payment was not confirmed. Try again and confirm it with your bank.',

  statement_top_up: 'Money added from {card}',
  statement_top_up_refunded: 'Refund to {card}',
  statement_top_up_charged_back: 'Chargeback by the bank of {card}',
  statement_top_up_shortfall: 'Owed after a card payment was taken back',
} as const;

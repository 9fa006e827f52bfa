/** Payments by the cards that we issue. */
export const cardPayments = {
  card_payment_declined_insufficient_funds:
    'Nothing was taken. There was not enough money on the account. Add money, then pay again.',
  card_payment_declined_over_payment_limit:
    'Nothing was taken. It was over the limit of this card for one payment. Raise the limit, then pay again.',
  card_payment_declined_over_payment_limit_of:
    'Nothing was taken. It was over your limit of {limit} for one payment. Raise the limit, then pay again.',
  card_payment_declined_over_daily_limit:
    'Nothing was taken. It was over the daily limit of this card. Raise the limit, or pay tomorrow.',
  card_payment_declined_over_daily_limit_of:
    'Nothing was taken. It was over your daily limit of {limit}. Raise the limit, or pay tomorrow.',
  card_payment_declined_over_monthly_limit:
    'Nothing was taken. It was over the monthly limit of this card. Raise the limit, or pay next month.',
  card_payment_declined_over_monthly_limit_of:
    'Nothing was taken. It was over your monthly limit of {limit}. Raise the limit, or pay next month.',
  card_payment_declined_channel_off:
    'Nothing was taken. This kind of payment is turned off for the card. Turn it on under “Where it works”.',
  card_payment_declined_card_frozen: 'Nothing was taken. The card was frozen. Unfreeze it, then pay again.',
  card_payment_declined_card_stopped: 'Nothing was taken. We stopped this card. Contact us to use it again.',
  card_payment_declined_card_inactive:
    'Nothing was taken. The card was not active yet. Activate it with the code in the letter, then pay again.',
  card_payment_declined_card_blocked: 'Nothing was taken. This card is blocked for good. Use another card.',
  card_payment_declined_card_expired: 'Nothing was taken. This card has expired. Use the new one.',
  card_payment_declined_account_restricted:
    'Nothing was taken. The account cannot pay at the moment. Contact us to find out what is needed.',
  card_payment_declined_merchant_not_allowed:
    'Nothing was taken. Cards cannot be used at this kind of merchant. Pay in another way.',
  card_payment_declined_wrong_pin: 'Nothing was taken. The PIN was wrong. Look up your PIN here, then try again.',
  card_payment_declined_wrong_details:
    'Nothing was taken. The number, expiry date or CVC was wrong. Check them under “Details”, then try again.',
  card_payment_declined_suspected_fraud:
    'Nothing was taken. The payment looked unusual, so it was stopped. Contact us if it was you.',
  card_payment_declined_not_available:
    'Nothing was taken. The payment could not be checked in time. Try again in a minute.',

  card_dispute_opened: 'We are handing your dispute to the card network.',
  card_dispute_rejected:
    'The card network did not take this dispute. Ask the merchant for a refund, or contact us for help.',
  card_dispute_received: 'The card network has your dispute. We tell you when something is needed.',
  card_dispute_documents_wanted: 'The card network wants to see documents. Add them here, then send them.',
  card_dispute_with_merchant: 'The merchant has been asked, and has up to 45 days to answer.',
  card_dispute_won: 'You won. The money is back on your account.',
  card_dispute_lost: 'The merchant showed that the payment was right. Nothing is refunded.',
  dispute_note_short: 'Describe what happened in at least 10 characters',
  dispute_amount_too_high: 'Enter {maximum} or less',

  card_document_kind: 'Nothing was added. Choose a PDF or a picture: JPEG, PNG or HEIC.',
  card_document_limit: 'Nothing was added. A payment has at most {max} documents.',
  card_document_removed: 'Removed by a person of the customer',

  statement_card_payment: '{place}',
  statement_card_payment_exchanged: '{place} · {amount} at {rate}, fee {fee}',
  statement_card_refund: 'Refund from {place}',
  statement_card_refund_exchanged: 'Refund from {place} · {amount} at {rate}, fee {fee}',
  statement_card_shortfall: 'Owed after card payments',
  statement_card_settlement: 'Settlement with the card processor',
} as const;

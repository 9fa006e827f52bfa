/** Money added from an account at another bank (Instant Bank Payment). */
export const openBanking = {
  bank_list_unavailable: 'Nothing was paid. We cannot load the list of banks right now. Try again in a few minutes.',
  bank_unavailable_because: 'Nothing was paid. {note}',
  account_cannot_add_money:
    'Nothing was paid. You cannot add money to this account from another bank. Choose a GBP account.',
  add_money_limit: 'Nothing was paid. You can add from {minimum} to {maximum} at a time.',
  amount_between: 'Enter an amount from {minimum} to {maximum}',

  instant_payment_created: 'Nothing has been paid yet. We’re connecting to {bank}.',
  instant_payment_created_next: '{bank} answers.',
  instant_payment_awaiting_authorisation: 'Nothing has been paid yet. {bank} is waiting for your approval.',
  instant_payment_awaiting_authorisation_next: 'Approve the payment at {bank}.',
  instant_payment_authorised: 'You approved the payment at {bank}.',
  instant_payment_authorised_next: 'We’ll ask {bank} to make it.',
  instant_payment_submitted: '{bank} has the payment but has not made it yet.',
  instant_payment_submitted_next: '{bank} makes the payment.',
  instant_payment_second_approval: 'Nothing has been paid yet. Someone else needs to approve this payment at the bank.',
  instant_payment_accepted: '{bank} says it has paid. The money has not arrived yet.',
  instant_payment_accepted_next: 'The money arrives in your account.',
  instant_payment_unknown: '{bank} is not responding.',
  instant_payment_unknown_next: 'We keep asking {bank}, and will credit the money when it arrives.',
  instant_payment_no_answer: 'The bank has not answered. We keep asking what happened to your payment.',
  instant_payment_not_arrived: 'The money has not arrived after 6 days. Ask your bank what happened to it.',

  instant_payment_request_rejected: 'Nothing was paid. The bank rejected the request.',
  instant_payment_approval_not_confirmed: 'Nothing was paid. The bank did not confirm your approval.',
  instant_payment_bank_stopped: 'Nothing was paid. The bank stopped responding before it made the payment.',
  instant_payment_not_made: 'Nothing was paid. The bank did not make the payment.',
  instant_payment_connection_lost: 'Nothing was paid. We lost the connection to the bank before it made the payment.',
} as const;

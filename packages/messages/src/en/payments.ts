/** Why a payment cannot be made, scheduled, cancelled or approved, and what its approvers read. */
export const payments = {
  payment_not_done: 'Nothing was sent.',
  payment_insufficient_funds:
    'Nothing was sent. You’re {missing} short, including the fee. Enter a smaller amount, or exchange from another currency.',
  payment_account_wrong_route:
    'Nothing was sent. You cannot make this kind of payment from this account. Choose another account.',
  payment_payee_wrong_currency:
    'Nothing was sent. This payee’s account cannot take {currency} this way. Choose another payee.',
  payment_fee_above_agreed:
    'Nothing was sent. The fee is now {fee}, above the {agreed} you agreed to. Make the payment again if you accept it.',
  payment_approval_unattended:
    'Nothing was sent. A colleague needs to approve payments like this. Make it as a single payment, so they can.',
  payment_rest_scheduled:
    'Nothing was sent. A payment on a later day can leave one balance only. Send it today, or choose one balance.',
  payment_rest_needs_approval:
    'Nothing was sent. A colleague has to approve this payment, so it can leave one balance only. Choose one balance.',
  payment_rest_too_much: 'Nothing was sent. More would be exchanged than this payment costs. Check the amount again.',
  payment_draft_already_used:
    'Nothing was sent. The payment you’re changing has already been sent again or deleted. Reload the page to see its status.',
  end_to_end_id_used: 'This number is already used for another payment. Enter a different one',
  purpose_required: 'Choose the purpose',
  relationship_required: 'Choose your relationship to the payee',
  source_of_funds_required: 'Choose the source of funds',
  fee_invalid: 'Enter the fee as an amount, such as 0.50',

  payment_below_minimum:
    'Nothing was sent. The smallest amount you can send this way is {minimum}. Enter a larger amount.',
  payment_limit_exceeded: 'Nothing was sent. You can send up to {limit} at a time. Enter a smaller amount.',
  payee_bank_limit_exceeded:
    'Nothing was sent. Your payee’s bank takes up to {limit} at a time this way. Enter a smaller amount.',
  daily_limit_exceeded:
    'Nothing was sent. You can send {remaining} more today: you’ve used {used} of {limit}. Your limit resets on {resetsAt}.',
  daily_limit_exceeded_on_date:
    'Nothing was sent. You can send {remaining} more that day: you’ve used {used} of {limit}. Enter a smaller amount, or choose another day.',
  own_payment_limit_exceeded:
    'Nothing was sent. An account owner allows you up to {limit} a payment. Enter a smaller amount, or ask an owner to raise it.',
  maker_payment_limit_exceeded:
    'Nothing was sent. The person who set this up can send up to {limit} a payment. Ask an account owner to raise it.',
  own_daily_limit_exceeded:
    'Nothing was sent. You can send {remaining} more today: you’ve used {used} of the {limit} a day that an account owner allows you. Ask an owner to raise it, or wait until {resetsAt}.',
  maker_daily_limit_exceeded:
    'Nothing was sent. The person who set this up can send {remaining} more today: they’ve used {used} of their {limit} a day. Ask an account owner to raise it, or wait until {resetsAt}.',
  own_daily_limit_exceeded_on_date:
    'Nothing was sent. You can send {remaining} more that day: you’ve used {used} of the {limit} a day that an account owner allows you. Choose another day, or ask an owner to raise it.',
  maker_daily_limit_exceeded_on_date:
    'Nothing was sent. The person who set this up can send {remaining} more that day: they’ve used {used} of their {limit} a day. Ask an account owner to raise it.',
  counted_at_mid: '{reason} This payment counts as {amount} at the mid-market rate.',
  member_limit_not_comparable:
    'Nothing was sent. Your limit is in {currency}, and there’s no rate at the moment to compare this payment with it. Try again later.',
  new_payee_limit_exceeded:
    'Nothing was sent. This payee is new: you can send them {remaining} more until {until}. Enter a smaller amount, or wait.',

  payment_date_out_of_range: 'Nothing was sent. Choose a date from {earliest} to {latest}.',
  payment_date_between: 'Choose a date from {earliest} to {latest}',
  payment_scheduling_unavailable:
    'Nothing was sent. You cannot schedule this yet: bank holidays that far ahead are not published. You can send it now.',
  payment_date_unavailable: 'Choose to send it now. Bank holidays that far ahead are not published yet',

  payee_domestic_only: 'Nothing was sent. You can only pay this payee with a domestic payment in their own currency.',
  payee_swift_only: 'Nothing was sent. You can only pay this payee by SWIFT.',
  payee_local_only: 'Nothing was sent. You can only pay this payee with a local payment, not by SWIFT.',
  payee_country_not_supported: 'Nothing was sent. We do not send money to this payee’s country.',
  charge_option_not_needed:
    'Nothing was sent. Other banks do not charge for this payment. Choose shared charges (SHA).',
  arrival_amount_not_guaranteed:
    'Nothing was sent. Other banks take charges, so we cannot guarantee what arrives. Choose OUR, or enter the amount to send.',
  arrival_amount_needs_our: 'Choose OUR, or enter the amount to send',
  amount_currency_expected: 'Enter this amount in {currency}',

  payment_payee_changed:
    'Nothing was sent. The payee’s details changed after this payment was created. Check them and send it again.',
  payment_fee_changed:
    'Nothing was sent. The fee is now {fee} instead of {quotedFee}. Send the payment again if you accept it.',
  approve_payment: 'Pay {amount} to {payeeName}',
  approve_payment_sell: 'Pay {payeeName} {sell}, exchanged into {buyCurrency}',
  approve_payment_buy: 'Pay {payeeName} {buy}, exchanged from {sellCurrency}',
  rate_at_approval_payment: 'The live rate at the last approval, at least {rate}. Otherwise nothing is sent.',

  payment_conflict_no_cancel:
    'Your money is reserved and safe. The bank now says it made this payment, so you cannot cancel it while we check.',
  payment_with_bank_no_cancel:
    'The bank already has this payment, so you cannot cancel it. You can ask for the money back.',
  payment_already_ended: 'Nothing was changed. This payment has already finished.',
  payment_instruction_unknown: 'Nothing was changed. There is no payment {reference}.',

  payment_not_in_review: 'Nothing was changed. This payment is not in review.',
  settlement_not_reported: 'Nothing was changed. The bank has not reported that it made this payment.',
  settlement_not_confirmed:
    'Nothing was changed. The bank has accepted this payment but has not reported that it paid it out.',
  conflict_resend_may_pay_twice:
    'Nothing was changed. The bank says it carried out this payment after rejecting it. Sending it again could pay twice.',
  conflict_question_pointless:
    'Nothing was changed. The bank says it carried out this payment after rejecting it. An answer from the payer would not change that.',
  conflict_release_may_pay_twice:
    'Nothing was changed. The bank says it carried out this payment after rejecting it, so giving the payer the money back could pay twice. Two people must settle the bank’s reports first.',

  recall_already_requested:
    'You’ve already asked for this money back. We’ll tell you as soon as the payee’s bank answers.',
  recall_not_possible: 'Nothing was changed. You can only ask for money back once the bank has the payment.',
} as const;

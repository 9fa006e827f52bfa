/** What staff reads. */
export const backOffice = {
  staff_login_failed: 'Those details do not match. Check your username, password and one-time code.',
  staff_not_signed_in: 'You have been logged out because your authentication manage is no longer valid',
  staff_username_required: 'Enter your username',
  one_time_code_invalid: 'Enter the 6-digit code from your authenticator app',

  staff_access_denied: 'Your role does not include this. Ask a supervisor if you need it.',
  role_no_change: 'Change at least one permission or limit',
  role_rule_unsatisfiable: 'Nothing was changed. With these permissions nobody could agree to what others propose.',
  staff_username_invalid: 'Use 3 to 40 lowercase letters, digits, dots or hyphens, starting with a letter',
  staff_change_waiting: 'Nothing was added. Another change to this account is waiting for a decision.',
  staff_user_exists: 'Nothing was added. Another member of staff has this username or e-mail address.',

  cover_exceeds_position: 'Nothing was dealt. You can sell up to {limit} of the position.',

  tile_payments_at_bank: 'Payments waiting for the bank',
  tile_payments_held: 'Payments held for checks',
  tile_credits_without_owner: 'Unmatched incoming payments',
  tile_payments_contradicted: 'Conflicting bank reports, last 24 hours',
  tile_deliveries_failing: 'Failing message deliveries',
  tile_identity_checks: 'Identity checks to review',
  tile_pins_locked: 'Locked PINs',

  compensation_not_delayed: 'Nothing was paid. This payment was not delayed.',
  compensation_delay_confidential: 'Nothing was paid. The payer cannot be told about this delay yet.',
  compensation_account_inactive: 'Nothing was paid. The account this payment came from is {status}.',
  compensation_account_frozen: 'Nothing was paid. This account cannot receive money at the moment.',
  compensation_limit_exceeded:
    'Nothing was paid. The limit for one payment is {limit}, and {used} has already been paid.',
  compensation_currency_wrong: 'Choose {currency}, the currency the payment was made from',
  compensation_already_proposed: 'Nothing was added. Another proposal for this payment is waiting for a decision.',
  compensation_reversal_proposed: 'Nothing was changed. Someone has already proposed this.',
  compensation_already_reversed: 'Nothing was changed. This has already been taken back.',
  compensation_not_paid: 'Nothing was changed. This was not paid, so there’s nothing to take back.',
  compensation_reversal_short: 'Nothing was taken. The customer has less than {amount} available in that account.',
  compensation_reversal_account_frozen: 'Nothing was taken. Money cannot move on this account at the moment.',
} as const;

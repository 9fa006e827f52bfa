type RefusalDefinition = Readonly<{ status: 400 | 401 | 403 | 404 | 429 | 503; message: string }>;

const refusal = (message: string): RefusalDefinition => ({ status: 400, message });

/**
 * Every business refusal: code, HTTP status and default message. The message says what happened to the money, why and
 * what to do. Handlers may give a more exact message under the same code.
 */
export const refusals = {
  validation_failed: refusal('Some details need another look. Nothing was changed.'),
  idempotency_mismatch: refusal(
    'This request was already made with other details. Nothing new was done. Start again from a fresh form.',
  ),
  request_in_progress: refusal(
    'We are still working on the first request. Do not send it again: check Activity first.',
  ),
  invalid_transition: refusal('This is no longer possible in its present state. Nothing was changed.'),

  not_signed_in: { status: 401, message: 'You have been logged out because your authentication is no longer valid' },
  login_failed: refusal('These details are not right. Check your member code or email and your password.'),
  login_locked: { status: 429, message: 'There were too many attempts. Wait a while before you try again.' },
  captcha_required: refusal('Please let your browser finish a short check, then try again.'),
  captcha_failed: refusal('The check did not pass. Try again.'),
  enrolment_closed: refusal(
    'The secret is shown once, before the one-time code is set up. Log in with your password alone to get a new one.',
  ),
  access_denied: { status: 403, message: 'Your account does not allow this. Ask the account owner.' },
  kyc_required: { status: 403, message: 'We need to finish checking your identity before you can do this.' },
  account_restricted: { status: 403, message: 'Sending is paused on your account. Your money is safe. Contact us.' },
  not_found: { status: 404, message: 'We could not find that.' },
  rate_limited: { status: 429, message: 'That was too many requests. Wait a moment and try again.' },
  service_unavailable: { status: 503, message: 'The service is busy. Nothing was done. Try again in a few seconds.' },
  outcome_unknown: {
    status: 503,
    message:
      'The connection broke and we cannot say yet whether this was done. Try again from this page: a payment is never made twice.',
  },
  service_off: { status: 503, message: 'This service is switched off at the moment. Nothing was sent.' },

  pin_missing: refusal('You have not chosen a PIN yet. Choose one first.'),
  pin_exists: refusal('You already have a PIN. Change it instead.'),
  pin_weak: refusal(
    'That PIN is too easy to guess. Avoid dates, runs like 1234, repeats like 1212 and shapes on the keypad.',
  ),
  pin_mismatch: refusal('The two PINs are different. Start again.'),
  pin_wrong: refusal('That PIN is not right.'),
  pin_locked: refusal('Your PIN is locked after too many wrong tries. Nothing was sent. Reset it to go on.'),
  pin_cooling: refusal(
    'You reset your PIN less than 24 hours ago. Until then you can only send less. Nothing was sent.',
  ),
  approval_required: refusal('A colleague has to approve this first. Nothing was sent.'),
  rule_unsatisfiable: refusal('Too few people could approve under this rule. Nothing was saved.'),
  authorisation_invalid: refusal(
    'The confirmation does not fit these details any more. Nothing was sent. Confirm again with your PIN.',
  ),

  account_not_usable: refusal('This account cannot be used for that. Nothing was sent.'),
  payer_address_missing: refusal(
    'We need your address before you can pay abroad or by SEPA. Nothing was sent. Tell us and try again.',
  ),
  payee_not_approved: refusal('This payee cannot be paid yet. Nothing was sent.'),
  payee_exists: refusal('You already have a payee with these bank details.'),
  payee_details_invalid: refusal('These details cannot be right. Check them with your payee.'),
  payee_in_use: refusal('A payment to this payee is still under way. Delete the payee when it has finished.'),
  payee_changed: refusal('This payee was changed in the meantime. Look at the details again.'),
  name_check_required: refusal('Check the name on the account before you save the payee.'),
  name_check_forbidden: refusal(
    'The name is not the one on the account, and your firm does not allow that. Nothing was saved or sent. Ask your payee for the name on the account, or the account owner for leave.',
  ),
  name_check_unconfirmed: refusal('The name does not match. Confirm that you want to go on.'),

  amount_invalid: refusal('Enter an amount above zero, with no more decimals than the currency has.'),
  execution_date_invalid: refusal('Choose another day. Nothing was sent.'),
  insufficient_funds: refusal('There is not enough money available. Nothing was sent. Enter a smaller amount.'),
  limit_exceeded: refusal('This is above your limit. Nothing was sent. Enter a smaller amount.'),
  regulatory_information_missing: refusal(
    'The banks on this way want to know more of this payment. Say it. Nothing was sent.',
  ),
  reference_invalid: refusal('The reference takes up to 18 letters, numbers, spaces and hyphens.'),
  unsupported_destination: refusal('We cannot send this currency there. Nothing was sent.'),
  swift_not_enabled: refusal(
    'SWIFT is not switched on for your account, so nothing was sent or saved. Contact us to have it.',
  ),
  duplicate_suspected: refusal(
    'You sent the same amount to this payee a few minutes ago. Nothing was sent yet. Confirm if you mean to send it again.',
  ),
  bank_unavailable: refusal(
    'This bank cannot be asked at the moment. Nothing was paid. Choose another bank, or try later.',
  ),
  bank_refused: refusal('The bank did not take the request. Nothing was paid. Try another bank.'),
  bank_not_responding: {
    status: 503,
    message: 'The bank does not answer. Nothing was paid. Try again, or choose another bank.',
  },
  rate_unavailable: {
    status: 503,
    message: 'Rates are not available right now. Your balances are not affected. Try again in a few minutes.',
  },
  pair_unavailable: refusal('These two currencies cannot be exchanged for one another here. Nothing was exchanged.'),
  market_closed: refusal('The currency markets are closed. Nothing was exchanged. Try again when they open.'),
  quote_expired: refusal('This quote has expired. Nothing was exchanged. Get a new quote.'),
  quote_used: refusal('This quote was used before. Nothing more was exchanged. Look at Activity before you try again.'),
  rate_moved: refusal('The market moved while you were looking. Nothing was exchanged. Check the new rate.'),
  approver_conflict: refusal('Nobody approves their own. Nothing was changed. Ask a colleague.'),
  order_changed: refusal('This order was changed in the meantime. Nothing was done. Look at it again.'),
  target_already_met: refusal(
    'Your target is already met. Nothing was exchanged. Accept that it exchanges now, or change the target.',
  ),
  too_many_orders: refusal('You have as many orders as you can have. Nothing was placed. Cancel one first.'),
  receipt_not_ready: refusal(
    'There is no receipt yet: the payment has not been sent. Your money is as the payment says.',
  ),
  file_rejected: refusal('We cannot take this file. Nothing was kept. Choose another one.'),
  bulk_changed: refusal('The file was changed in the meantime. Nothing was released. Look at the totals again.'),
  price_changed: refusal('The price changed while you were looking. Nothing was sent. Check the new price.'),
} as const satisfies Record<string, RefusalDefinition>;

export type RefusalCode = keyof typeof refusals;

export type LimitExceededData = Readonly<{
  limit: string;
  currency: string;
  used: string | null;
  resetsAt: string | null;
}>;

/** The `data` of `service_off`: when it is available again; null if unknown. */
export type ServiceOffData = Readonly<{ until: string | null }>;

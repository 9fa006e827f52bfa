/** Default texts of the refusal codes. Those of a 403 are in `access.ts`. */
export const refusals = {
  validation_failed: 'Nothing was changed. Check the highlighted details and try again.',
  idempotency_mismatch:
    'Nothing new was done. These details differ from your first request. Start again from a new form.',
  request_in_progress: 'We’re still working on your first request. Do not send it again. Check Activity first.',
  invalid_transition: 'Nothing was changed. This has moved on since you opened it. Reload the page to see its status.',

  not_signed_in: 'You have been logged out because your authentication is no longer valid',
  login_failed: 'Those details do not match. Check your member code or email, and your password.',
  login_locked: 'Logging in is paused after too many tries. Wait a while, then try again.',
  captcha_required: 'Your browser needs to finish a quick security check. Try again in a moment.',
  captcha_failed: 'The security check did not finish. Try again.',
  enrolment_closed: 'The setup key is only shown once. Log in with your password alone to get a new one.',
  not_found: 'We could not find that. Check the link or go back.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  service_unavailable: 'Nothing was done. We’re very busy right now. Try again in a few seconds.',
  outcome_unknown:
    'We lost the connection and do not know yet if this went through. Try again from this page. You will not pay twice.',
  service_off: 'Your money has not moved. This service is unavailable at the moment. Try again later.',

  password_weak:
    'Your password was not changed. Use at least 12 characters, 5 of them different, and leave out your name, email, member code and ours.',
  email_unchanged: 'Nothing was changed. This is your email address already.',
  email_codes_wrong:
    'Your email address was not changed. The codes do not match, or they no longer work. Check both emails, or start again.',
  too_many_email_changes: 'Nothing was changed. You asked for this several times. Wait an hour, then try again.',
  phone_unchanged: 'Nothing was changed. This is your phone number already.',
  phone_codes_wrong:
    'Your phone number was not changed. The codes do not match, or they no longer work. Check both messages, or start again.',
  too_many_phone_changes: 'Nothing was changed. You asked for this several times. Wait an hour, then try again.',
  contact_link_invalid: 'Nothing was changed. This link no longer works. It may be too old or used already.',
  contact_code_wrong:
    'Your contact details were not changed. The code does not match the text message. Check it and try again.',
  too_many_contact_recoveries:
    'Nothing was prepared. This was prepared several times for this person today. Try again tomorrow.',
  too_many_help_messages: 'Your message was not sent. You sent several in an hour. Wait a while, or call us.',
  channel_unavailable:
    'Nothing was sent. There is no email address or phone number that is confirmed and has stayed the same for a week.',
  too_many_codes: 'No code was sent. You asked for several. Wait an hour, then try again.',
  membership_inactive: 'Nothing was changed. You cannot use this account at the moment. Ask its owner.',
  user_exists: 'Nobody was invited. This person is in your team already, or has an open invitation.',
  user_changed:
    'Nothing was changed. A colleague changed this person meanwhile. Open the person again and check the details.',
  user_is_self:
    'Nothing was changed. Nobody changes their own role, rights or limits. Ask a colleague who manages users.',
  owner_protected: 'Nothing was changed. Only an owner can do this with an owner, or make someone an owner.',
  last_owner: 'Nothing was changed. There has to be at least one active owner. Make someone else an owner first.',
  rights_exceeded: 'Nothing was changed. You cannot give more rights than you have. Ask an owner.',
  card_not_offered: 'No card was ordered. Cards are not available for this account.',
  card_limit_too_high: 'Nothing was changed. This is above the highest limit.',
  too_many_cards: 'No card was ordered. This person has the most cards that are possible on one account.',
  card_code_wrong: 'Your card is not active yet. Check the 6 digits in the letter that came with it.',
  card_code_locked:
    'Your card is not active. The code was wrong too many times. Order a replacement, or ask us for help.',
  card_pin_refused: 'Your PIN was not changed. Choose 4 digits and try again.',
  card_frozen_by_other: 'The card is still frozen. A colleague froze it. Ask an owner or admin to unfreeze it.',
  card_issuer_unavailable:
    'We cannot reach the card processor at the moment. Nothing was changed. Try again in a minute.',
  pin_not_resettable: 'Nothing was changed. This PIN can only be reset by the person, in their profile.',
  too_many_invitations: 'No email was sent. You sent this several times. Wait an hour, then try again.',
  invitation_invalid:
    'Nothing was changed. This invitation has ended, or you have a login for its address already. If you have one, log in with it to accept. If not, ask for a new invitation.',
  invitation_name_differs: 'This invitation is for {name}. If that isn’t you, ask for an invitation in your own name',
  invitation_for_other_address:
    'Nothing was changed. This invitation went to another email address. Log in with the login of that address.',
  password_unchanged: 'Your password was not changed. You have used this one before. Choose another.',
  password_mismatch: 'Your password was not changed. The two passwords do not match.',
  factor_reset_link_invalid:
    'This link no longer works. Log in with your password and choose “I cannot use any of these” to get a new one.',
  kyc_link_invalid: 'This link no longer works. Ask the firm to send you a new one.',
  visit_link_invalid: 'This link no longer works. It opens once, within 60 seconds and in one browser.',
  consent_code_wrong: 'You were not connected. The customer’s code is wrong, used or too old. Ask for a new one.',
  too_many_consent_requests: 'Nothing was sent. This customer has got several codes. Wait an hour, then try again.',
  reset_link_invalid: 'This link no longer works. It may be too old or used already. Ask for a new one.',

  password_change_required: 'This is a one-time password. Choose a password of your own now.',
  one_time_password_expired: 'This one-time password has expired. Choose “Forgot password?” or call us for a new one.',
  password_reset_required:
    'Your money is safe. Your password no longer works, because you asked us for a new one or told us that someone else logged in. Use the link in our email, or “Forgot your password?” on the log in page.',
  device_is_current:
    'Nothing was changed. You’re using this device now. Log out instead, or do this from another device.',

  pin_code_required: 'Your PIN was not changed. Your password alone is not enough. Enter the code that we send you.',
  pin_proof_wrong: 'Your PIN was not changed. The code or second factor is wrong, or no longer works. Try again.',
  pin_missing: 'Choose a PIN first. You need one to confirm payments.',
  pin_exists: 'You already have a PIN. Change it instead.',
  pin_weak: 'That PIN is too easy to guess. Avoid dates, runs like 1234, repeats like 1212 and shapes on the keypad.',
  pin_mismatch: 'The PINs do not match. Start again.',
  pin_wrong: 'That PIN is not right.',
  pin_locked: 'Your money has not moved. Your PIN is locked. Choose a new one to carry on.',
  pin_cooling:
    'Nothing was sent. For 24 hours after you reset your PIN or second step you can only send smaller amounts.',
  approval_required: 'Your money has not moved. A colleague needs to approve this first.',
  rule_unsatisfiable:
    'Nothing was saved. Too few people could approve under this rule. Ask for fewer approvals or add approvers.',
  second_factor_required:
    'Nothing was done yet. Confirm with your PIN and a second step: your passkey or a code from your authenticator app.',
  second_factor_missing: 'Nothing was changed. Add a passkey or an authenticator app first.',
  passkey_refused: 'Your passkey was not added. The request took too long or was changed on the way. Try again.',
  passkey_exists: 'Nothing was changed. This passkey has already been added.',
  too_many_passkeys: 'Nothing was changed. You have as many passkeys as we can keep. Remove one first.',
  authenticator_exists: 'Nothing was changed. You already use an authenticator app. Remove it first.',
  authenticator_code_wrong:
    'Your authenticator app was not added. That code is not right, or its time has passed. Enter the code it shows now.',
  staff_factor_wrong:
    'Nothing was done. That passkey or code is not right, was used before, or took too long. Confirm again.',
  last_factor:
    'Nothing was removed. This is the last way to confirm it’s you. Add another passkey or an authenticator app first.',
  authorisation_invalid:
    'Your money has not moved. The details changed after you confirmed them. Confirm again with your PIN.',
  authorisation_required:
    'Nothing was downloaded. Confirm with your PIN first: this statement goes back more than 90 days, or it is your first in 90 days.',

  statement_too_long:
    'Nothing was downloaded. This format has room for fewer rows than this period has. Choose a shorter period, or CSV.',
  statement_unbalanced:
    'Your money is safe, but nothing was downloaded: this statement does not add up. We are checking it. Contact us if you need it today.',
  account_not_usable: 'Your money has not moved. You cannot use this account for that. Choose another account.',
  payer_address_missing:
    'Nothing was sent. We need your address for SEPA and international payments. Add it, then try again.',
  payee_not_approved: 'Nothing was sent. You cannot pay this payee at the moment. Check their status in Payees.',
  payee_exists: 'You already have a payee with these bank details.',
  payee_details_invalid: 'These details do not look right. Check them with your payee.',
  payee_in_use:
    'Nothing was deleted. A payment to this payee is still in progress. Delete the payee once it’s finished.',
  payee_changed: 'Nothing was done. This payee changed after you opened it. Check the details and try again.',
  name_check_required: 'Check the account name before you save this payee.',
  name_check_forbidden:
    'Nothing was saved or sent. The name does not match the account. Ask your payee for the exact name, or the account owner to allow it.',
  name_check_unconfirmed: 'The name does not match the account. Confirm if you want to go ahead.',

  amount_invalid: 'Enter an amount above zero, with no more decimals than the currency uses.',
  execution_date_invalid: 'Nothing was sent. Choose another date.',
  insufficient_funds:
    'Your money has not moved. You do not have enough available. Add money or enter a smaller amount.',
  limit_exceeded: 'Your money has not moved. This is over your limit. Enter a smaller amount.',
  regulatory_information_missing:
    'Nothing was sent. The banks involved need more details. Fill in the highlighted fields.',
  reference_invalid: 'Use up to 18 letters, numbers, spaces and hyphens in the reference.',
  unsupported_destination: 'Nothing was sent. We cannot send this currency to that country.',
  swift_not_enabled: 'Nothing was sent or saved. SWIFT is not switched on for your account. Contact us to add it.',
  duplicate_suspected:
    'Nothing was sent yet. You paid this payee the same amount a few minutes ago. Confirm to send it again.',
  bank_unavailable: 'Nothing was paid. We cannot reach this bank at the moment. Choose another bank or try later.',
  bank_refused: 'Nothing was paid. The bank rejected the request. Try another bank.',
  card_not_accepted: 'Nothing was taken. We do not accept this card. Use another card.',
  card_processor_unavailable:
    'Nothing was taken. We cannot reach the card processor. Try again in a few minutes or use a bank transfer.',
  bank_not_responding: 'Nothing was paid. The bank is not responding. Try again or choose another bank.',
  rate_unavailable:
    'Your balances have not changed. Exchange rates are not available right now. Try again in a few minutes.',
  pair_unavailable: 'Nothing was exchanged. We do not exchange these two currencies.',
  market_closed: 'Nothing was exchanged. The currency markets are closed. Try again when they open.',
  agreement_outdated: 'Nothing was accepted. These terms have a newer version. Reload the page to read it.',
  quote_expired: 'Nothing was exchanged. This rate has expired. Get a new rate.',
  quote_used: 'Nothing more was exchanged. This rate has already been used. Check Activity before you try again.',
  rate_moved: 'Nothing was exchanged. The rate changed while you were looking. Check the new rate.',
  review_claimed: 'Nothing was changed. A colleague has this payment.',
  approver_conflict: 'Nothing was changed. You cannot approve your own request. Ask a colleague.',
  order_changed: 'Nothing was changed. This order changed after you opened it. Check it and try again.',
  target_already_met: 'Nothing was exchanged. Your target is already met. Agree to exchange now, or change the target.',
  too_many_orders: 'Nothing was set up. You’ve reached the maximum number of orders. Cancel one first.',
  receipt_not_ready: 'There’s no receipt yet. You can download it once the payment is sent.',
  file_rejected: 'Nothing was saved. We cannot use this file. Choose another one.',
  bulk_changed: 'Nothing was sent. The file changed after you opened it. Check the totals and try again.',
  price_changed: 'Your money has not moved. The price changed while you were looking. Check the new price.',
} as const;

export const customers = {
  terms_title: 'Terms and conditions',
  terms_version: 'Version {version}, in effect since {day}',

  review_contains_contact: 'Leave out e-mail addresses, web addresses and long numbers. Everyone can read this',

  upgrade_already_plus: 'Nothing was changed. You already have a Plus account.',
  upgrade_not_offered: 'Nothing was changed. You cannot upgrade to Plus at the moment.',
  upgrade_already_requested: 'You’ve already asked to upgrade. This page shows how it’s going.',
  upgrade_terms_not_accepted: 'Agree to the terms to continue',
  upgrade_address_title: 'Your home address',
  upgrade_address_reason: 'We need it for international payments.',
  upgrade_refused_by_bank:
    'Your wallets work as before. Our bank cannot open your accounts. Contact us and we’ll look into it.',
  upgrade_details_late: 'Your wallets work as before. We did not get the missing details in time. You can ask again.',
  upgrade_requested: 'Your wallets work as before. We have your request.',
  upgrade_requested_next: 'We’ll check we have everything we need.',
  upgrade_details_needed: 'Your wallets work as before. We need more details to open your Plus account.',
  upgrade_details_needed_next: 'Send us the missing details.',
  upgrade_in_review: 'Your wallets work as before. We’re checking your request.',
  upgrade_in_review_next: 'We’ll ask the bank to open your accounts, or tell you why not.',
  upgrade_opening_accounts: 'Your wallets work as before. Our bank is opening your accounts.',
  upgrade_opening_accounts_next: 'Your wallets become accounts, with the same money in them.',

  full_name_required: 'Enter your full name',
  full_name_too_long: 'Shorten your name to {max} characters or fewer',
  full_name_invalid: 'Use only letters, spaces, apostrophes, hyphens and dots in your name',
  latin_name_invalid: 'Write this name in Latin letters, as on your passport',
  latin_name_required: 'Write your name in Latin letters, as printed beside your Thai name',
  country_not_served: 'We cannot open accounts for people who live in this country',
  age_too_low: 'You need to be 18 or older to open an account',

  closure_blocked: 'Your account is open until what is unfinished is done or cancelled.',
  closure_blocked_next: 'We begin to close your account by ourselves when nothing is left on the list.',
  closure_closing: 'Your account is closing. Money can only go to an account of your own.',
  closure_by_us_next: 'Move what is left before the closing day. If you think we are wrong, contact us until then.',
  closure_closing_next: 'Move what is left before the closing day. You can still change your mind until then.',
  closure_phrase_wrong: 'Type {memberCode} to confirm',
} as const;

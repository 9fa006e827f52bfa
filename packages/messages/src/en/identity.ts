export const identity = {
  password_common:
    'Your password was not changed. It is easy to guess: a common password, a row of keys, or a plain word with a number. Use three or more words that do not belong together.',
  pin_used_lately: 'You used that PIN lately. Choose one that is not among your last three.',
  pin_wrong_tries_left: 'That PIN is not right. You have {left, plural, one {# try} other {# tries}} left.',
  login_factor_wrong:
    'You are not logged in yet. This step did not match, or it took longer than five minutes. Try again, or start again with your password.',
  pin_or_factor_wrong_tries_left:
    'Nothing was done. Your PIN or the second step was not right. You have {left, plural, one {# try} other {# tries}} left.',
  pin_cooling_limit:
    'Nothing was sent. For {hours, plural, one {# hour} other {# hours}} after you reset your PIN or second step you can send up to {limit} at a time.',
  factor_reset_login_old:
    'No email was sent. Logging in took longer than five minutes. Start again with your password.',
  login_locked_for: 'Logging in is paused after too many tries. Try again in {wait}.',
  password_wrong: 'Nothing was changed. That password is not right. Try again.',

  device_name_required: 'Enter a name',
  device_name_too_long: 'Use at most {max} characters',
  device_name_invalid: 'Use letters, numbers and spaces',
  pin_format_invalid: 'Enter 4 digits',
  authenticator_code_format_invalid: 'Enter the 6 digits from your authenticator app',
  recovery_code_format_invalid: 'Enter the 10 letters and digits of one recovery code',
  passkey_name_required: 'Enter a name',
  passkey_name_too_long: 'Use at most {max} characters',
  pin_required: 'Enter your 4-digit PIN',
  username_required: 'Enter your member code or email',
  login_name_required: 'Enter your email address, username or member code',
  password_too_short: 'Use at least {min} characters',
  password_too_long: 'Use at most {max} characters',
  contact_code_format_invalid: 'Enter the 6 digits from the text message',
  email_code_format_invalid: 'Enter the 6 digits from the email',
  password_required: 'Enter your password',
  download_link_used:
    'This download link no longer works. It can be used once, within a minute. Go back and download the file again.',
  download_address_invalid: 'We could not open this file. Go back and download it again',
} as const;

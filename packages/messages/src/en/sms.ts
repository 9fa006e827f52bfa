/** Text messages: at most 160 characters, without links. */
export const sms = {
  sms_password_changed:
    'Larkmere: your password was changed on {changedAt}. Not you? Call {supportPhone}. We never ask for codes or your PIN.',
  sms_access_request:
    'Larkmere: we prepared new access to your account. Not asked for? Log in and refuse it under Users, or call {supportPhone}.',
  sms_access_request_applied:
    'Larkmere: new access to your account is in force. Not asked for? Call {supportPhone} straight away.',
  sms_factor_reset_requested:
    'Larkmere: someone with your password asks to remove your passkey or app. Not you? Call {supportPhone} straight away.',
  sms_factor_reset_submitted:
    'Larkmere: we got photos to remove your passkey or app. Not you? Call {supportPhone} straight away.',
  sms_factor_reset_approved:
    'Larkmere: we remove your passkeys and app on {takesEffectAt}. Not you? Log in and stop it, or call {supportPhone}.',
  sms_factor_reset_applied:
    'Larkmere: we removed your passkeys, app and recovery codes. Not you? Call {supportPhone} straight away.',
  sms_factor_reset_ended:
    'Larkmere: your passkey or app was not removed. The request has ended. Questions? Call {supportPhone}.',
  sms_one_time_password:
    'Larkmere: {password} is your one-time password until {expiresAt}. You asked us for it. Not you? Call {supportPhone}.',
  sms_pin_code:
    'Larkmere: {code} is your code for a new PIN until {expiresAt}. Tell it to nobody, not even us. Not you? Call {supportPhone}.',
  sms_phone_code:
    'Larkmere: {code} confirms a phone number until {expiresAt}. Tell it to nobody, not even us. Not you? Call {supportPhone}.',
  sms_phone_changed: 'Larkmere: your phone number was changed on {changedAt}. Not you? Call {supportPhone}.',
  sms_contact_recovery:
    'Larkmere: somebody asks us for new contact details for your account. Not you? Log in and stop it, or call {supportPhone} now.',
  sms_contact_recovery_done:
    'Larkmere: your email or phone was changed on {changedAt}. Not you? Call {supportPhone} straight away.',
  sms_contact_code:
    'Larkmere: {code} confirms your new phone number until {expiresAt}. Tell it to nobody, not even us. Not you? Call {supportPhone}.',
  sms_password_ended:
    'Larkmere: we ended your password on {changedAt} and emailed you a link. Not you? Call {supportPhone}.',
} as const;

/** Text messages: at most 160 characters, without links. */
export const sms = {
  sms_password_changed:
    'Larkmere: your password was changed on {changedAt}. Not you? Call {supportPhone}. We never ask for codes or your PIN.',
  sms_access_request:
    'Larkmere: we prepared new access to your account. Not asked for? Log in and refuse it under Users, or call {supportPhone}.',
  sms_access_request_applied:
    'Larkmere: new access to your account is in force. Not asked for? Call {supportPhone} straight away.',
} as const;

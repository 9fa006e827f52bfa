/** Text messages: at most 160 characters, without links. */
export const sms = {
  sms_password_changed:
    'Larkmere: your password was changed on {changedAt}. Not you? Call {supportPhone}. We never ask for codes or your PIN.',
} as const;

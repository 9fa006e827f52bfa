/** Subjects have no parameters, because lock screens display them. */
export const emails = {
  email_pin_locked_subject: 'Your PIN is locked',
  email_pin_locked: `Hello {firstName},

Your money is safe. Your PIN was entered wrongly too many times, so we locked it on {lockedAt}. You cannot confirm payments until you reset it.

To choose a new PIN, log in to Larkmere as you usually do and go to your profile. For 24 hours after a reset you can only send smaller amounts.

If the wrong tries were not yours, call us straight away on {supportPhone}.

We’ll never send you a link that asks for your PIN.

The Larkmere team`,

  email_login_locked_subject: 'Logging in is paused',
  email_login_locked: `Hello {firstName},

Your money is safe. There were too many tries to log in to your account with wrong details. We’ve paused logging in until {unlocksAt}.

If this was you, wait until then and try again. If you’ve forgotten your password, choose “Forgot your password?” on the log in page.

If it was not you, you do not need to do anything now. Use a password you do not use anywhere else. If you’re worried, call us on {supportPhone}.

The Larkmere team`,

  email_reset_password_subject: 'Reset your password',
  email_reset_password: `Hello {firstName},

You asked to reset your Larkmere password. Choose a new one here:

{resetLink}

The link works once, until {expiresAt}. The page asks for a new password and nothing else. It never asks for your PIN.

You log in with {loginName} or with this email address.

If you did not ask for this, ignore this email. Your password stays the same. If it keeps happening, contact us.

The Larkmere team`,

  email_password_changed_subject: 'Your password was changed',
  email_password_changed: `Hello {firstName},

Your Larkmere password was changed on {changedAt}, using {device}.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_footer: `We’ll never ask for your PIN, password or codes by email, text or phone. Not sure this is from us? Do not reply. Log in as you usually do, or call {supportPhone}.

Larkmere is an agent of an authorised electronic money institution. Electronic money is not covered by the Financial Services Compensation Scheme. Your money is held in segregated accounts. Cards are issued under licence from the card network.`,
} as const;

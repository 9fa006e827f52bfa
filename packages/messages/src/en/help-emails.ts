/** About what staff did for a person, or with the people of a customer. */
export const helpEmails = {
  email_one_time_password_subject: 'You have a one-time password',
  email_one_time_password: `Hello {firstName},

You asked us for a new password on {changedAt}. We sent a one-time password to your phone, and logged you out everywhere. It works until {expiresAt}. When you log in with it, you choose a password of your own.

Nobody at Larkmere knows it or will ask you for it. If you did not call us, call us on {supportPhone} straight away.

The Larkmere team`,

  email_password_link_subject: 'Choose a new password',
  email_password_link: `Hello {firstName},

You asked us for a new password on {changedAt}. Your old one no longer works, and you are logged out everywhere.

Choose a new one here, by {expiresAt}:

{resetLink}

The link works once. Nobody at Larkmere knows it or will ask you for it. If you did not call us, call us on {supportPhone} straight away.

The Larkmere team`,

  email_pin_code_subject: 'Your code for a new PIN',
  email_pin_code: `Hello {firstName},

Your code for a new PIN is {code}. It works until {expiresAt}.

Tell it to nobody, not even to us. If you did not ask for a new PIN, call us on {supportPhone} straight away.

The Larkmere team`,

  email_phone_code_subject: 'Confirm your phone number',
  email_phone_code: `Hello {firstName},

Someone wants to use another phone number with your account. Your code is {code}. It works until {expiresAt}. Enter it in your profile, with the code that we sent to the number.

Tell it to nobody, not even to us. If this was not you, call us on {supportPhone} straight away.

The Larkmere team`,

  email_pin_reset_by_us_subject: 'Choose a new PIN',
  email_pin_reset_by_us: `Hello {firstName},

You asked us for a new PIN on {changedAt}. Your old PIN no longer works.

Choose a new one here, with your password and one more proof that it is you:

{pinLink}

If you have to log in first, choose “Change PIN” in your account menu then. Nobody else can see or choose it. For 24 hours after that you can only send smaller amounts.

If you did not ask for this, call us on {supportPhone} straight away.

The Larkmere team`,

  email_phone_changed_subject: 'Your phone number was changed',
  email_phone_changed: `Hello {firstName},

Your phone number was changed on {changedAt}. For a week we send no codes to the new one.

If this was not you, call us on {supportPhone} straight away.

The Larkmere team`,

  email_factor_reset_requested_subject: 'Request to remove your second step',
  email_factor_reset_requested: `Hello {firstName},

Someone who knows your password says they have lost your passkey, app and recovery codes. If that was you, send us a photo of your identity document and a selfie by {expiresAt}:

{resetLink}

If this was not you, stop it with the same link, change your password and call us on {supportPhone} straight away.

The Larkmere team`,

  email_factor_reset_submitted_subject: 'We have your photos',
  email_factor_reset_submitted: `Hello {firstName},

We have your photos and are comparing them with your identity check. We’ll email you when we have decided. See how it’s going, or stop it, here:

{resetLink}

If this was not you, stop it, change your password and call us on {supportPhone} straight away.

The Larkmere team`,

  email_factor_reset_approved_subject: 'We’ll remove your second step',
  email_factor_reset_approved: `Hello {firstName},

We compared your photos with your identity check, and it’s you. On {takesEffectAt} we remove your passkeys, authenticator app and recovery codes, and log you out everywhere. Until then you can stop it here:

{resetLink}

If this was not you, stop it, change your password and call us on {supportPhone} straight away.

The Larkmere team`,

  email_factor_reset_applied_subject: 'Your second step was removed',
  email_factor_reset_applied: `Hello {firstName},

We removed your passkeys, authenticator app and recovery codes, and logged you out everywhere. Log in with your password, then add a new passkey or app. Your PIN is the same. For 24 hours you can only send smaller amounts.

If this was not you, call us on {supportPhone} straight away.

The Larkmere team`,

  email_factor_reset_ended_subject: 'Your second step was not removed',
  email_factor_reset_ended: `Hello {firstName},

{step, select, refused_unreadable {We could not read your photos. Log in with your password to send new ones.} refused_not_proven {We could not confirm from the photos that it was you. Call us if you need help.} refused_not_requested {You told us that you had not asked. Somebody knows your password: change it now.} expired {Your request has run out. Log in with your password to start again.} other {The request was cancelled.}}

Your passkeys, app and recovery codes stay as they are. If you did not ask for this, change your password and call us on {supportPhone} straight away.

The Larkmere team`,

  email_contact_recovery_subject: 'Not you? Stop the new contact details',
  email_contact_recovery: `Hello {firstName},

Someone told us that they are you and lost this mailbox and their phone. They asked us for new contact details.

{step, select, prepared {Nothing has changed yet. A second member of our staff decides by {deadlineAt}, and then 24 hours pass.} approved {Two of our staff have agreed. Nothing changes before {deadlineAt}.} other {The new contact details can be confirmed now, until {deadlineAt}. Then they replace this address.}}

Was this not you? Stop it here, without logging in:

{stopLink}

You can also log in and stop it there, or call us on {supportPhone}. If it was you, there is nothing to do.

The Larkmere team`,

  email_contact_recovery_ended_subject: 'Your contact details',
  email_contact_recovery_ended: `Hello {firstName},

{step, select, confirmed {Your contact details were changed on {changedAt}, and you were logged out everywhere. We no longer write to this address. If this was not you, call us straight away.} stopped {The new contact details were stopped on {changedAt}. Nothing was changed, and we still write to this address. If somebody else asked for them, call us so that we can protect your account.} other {The new contact details were not confirmed. Nothing was changed, and we still write to this address.}}

You reach us on {supportPhone}.

The Larkmere team`,

  email_contact_recovery_member_subject: 'New contact details for a person of your team',
  email_contact_recovery_member: `Hello {firstName},

{step, select, prepared {{name} told us that they lost their email and phone. We prepared new contact details. Nothing has changed yet: a second member of our staff decides, and then 24 hours pass.} approved {Two of our staff agreed to new contact details for {name}. They can be confirmed from {deadlineAt}.} confirming {The new contact details of {name} can be confirmed now, until {deadlineAt}.} confirmed {The contact details of {name} were changed.} other {The new contact details for {name} have ended. Nothing was changed.}}

Does {name} not know of this? Call us on {supportPhone} to stop it, and suspend {name} under Users.

The Larkmere team`,

  email_contact_confirm_subject: 'Confirm your new contact details',
  email_contact_confirm: `Hello {firstName},

You asked us to use this address because you lost your mailbox and your phone. Confirm it here, by {expiresAt}:

{confirmLink}

If you gave us a new phone number, you also need the code that we sent there. Nobody at Larkmere knows the link or the code, or will ask you for them. After that, choose “Forgot password?” on the log in page to get a new password.

If you did not ask for this, do nothing.

The Larkmere team`,

  email_access_request_subject: 'Our staff prepared a change to your team',
  email_access_request: `Hello {firstName},

{step, select, prepared {We prepared new access for {name}. Nothing has changed yet. Log in and open Users to approve or refuse it.} scheduled {New access for {name} takes effect on {takesEffectAt} unless you log in and refuse it under Users.} approved {An owner approved new access for {name}.} applied {New access for {name} is in force: no owner refused it.} refused {New access for {name} was refused. Nothing was changed.} withdrawn {We withdrew new access for {name}. Nothing was changed.} other {New access for {name} is no longer possible. Nothing was changed.}}

Nobody of your team asked for this? Call us on {supportPhone} straight away.

The Larkmere team`,

  email_sub_user_changed_subject: 'We changed your team',
  email_sub_user_changed: `Hello {firstName},

{type, select, rights_changed {We changed what {name} may do with your Larkmere account.} removed {We removed {name} from your Larkmere account.} pin_reset {{name} chooses a new PIN now. The old one no longer works.} other {We ended the password of {name} and sent them the way to a new one.}}

Nobody of your team asked for this? Call us on {supportPhone} straight away.

The Larkmere team`,
} as const;

/** About what staff did for a person, or with the people of a customer. */
export const helpEmails = {
  email_one_time_password_subject: 'You have a one-time password',
  email_one_time_password: `Hello {firstName},

We gave you a one-time password on {changedAt}, and logged you out everywhere. It works until {expiresAt}. When you log in with it, you choose a password of your own.

Nobody at Larkmere will ask you for it again. If you did not call us, call us on {supportPhone} straight away.

The Larkmere team`,

  email_pin_reset_by_us_subject: 'Choose a new PIN',
  email_pin_reset_by_us: `Hello {firstName},

You asked us for a new PIN on {changedAt}. Your old PIN no longer works.

Choose a new one here, with your password:

{pinLink}

If you have to log in first, choose “Change PIN” in your account menu then. Nobody else can see or choose it. For 24 hours after that you can only send smaller amounts.

If you did not ask for this, call us on {supportPhone} straight away.

The Larkmere team`,

  email_phone_corrected_subject: 'Your phone number was changed',
  email_phone_corrected: `Hello {firstName},

We changed your phone number on {changedAt}, as you asked us.

If you did not call us, call us on {supportPhone} straight away.

The Larkmere team`,

  email_access_request_subject: 'Our staff prepared a change to your team',
  email_access_request: `Hello {firstName},

{step, select, prepared {We prepared new access for {name}. Nothing has changed yet. Log in and open Users to approve or refuse it.} scheduled {New access for {name} takes effect on {takesEffectAt} unless you log in and refuse it under Users.} approved {An owner approved new access for {name}.} applied {New access for {name} is in force: no owner refused it.} refused {New access for {name} was refused. Nothing was changed.} withdrawn {We withdrew new access for {name}. Nothing was changed.} other {New access for {name} is no longer possible. Nothing was changed.}}

Nobody of your team asked for this? Call us on {supportPhone} straight away.

The Larkmere team`,

  email_sub_user_changed_subject: 'We changed your team',
  email_sub_user_changed: `Hello {firstName},

{type, select, rights_changed {We changed what {name} may do with your Larkmere account.} removed {We removed {name} from your Larkmere account.} pin_reset {{name} chooses a new PIN now. The old one no longer works.} other {We gave {name} a one-time password. They choose their own with it.}}

Nobody of your team asked for this? Call us on {supportPhone} straight away.

The Larkmere team`,
} as const;

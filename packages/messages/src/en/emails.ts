/** Subjects have no parameters, because lock screens display them. */
export const emails = {
  email_pin_locked_subject: 'Your PIN is locked',
  email_pin_locked: `Hello {firstName},

Your money is safe. Your PIN was entered wrongly too many times, so we locked it on {lockedAt}. You cannot confirm payments until you reset it.

To choose a new PIN, log in to Larkmere as you usually do and go to your profile. For 24 hours after a reset you can only send smaller amounts.

If the wrong tries were not yours, call us straight away on {supportPhone}.

We’ll never send you a link that asks for your PIN.

The Larkmere team`,

  email_referral_reward_subject: 'Your referral reward is here',
  email_referral_reward: `Hello {firstName},

Thank you for inviting {name}. We’ve paid your reward of {amount} into your account ending {account}. It’s ready to use.

To invite someone else, log in to Larkmere and share your member code. The conditions are on the same page.

The Larkmere team`,

  email_statement_ready_subject: 'Your statement is ready',
  email_statement_ready: `Hello {firstName},

The statement of {companyName} for {period} is ready.

{statementLink}

The link opens Larkmere, and you log in as you usually do. We do not attach statements to emails, to keep your details private.

If you see a payment you do not recognise, contact us as soon as you can.

To stop monthly statements, open Export on the statement page.

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

  email_new_device_subject: 'New device logged in to your account',
  email_new_device: `Hello {firstName},

Someone logged in to your account from a device we have not seen before:

Device: {device}
Near: {countryName, select, none {unknown place} other {{countryName} (approximate)}}
When: {loggedInAt}

If this was you, you do not need to do anything.

If it was not you, log in from a device you trust and choose “This was not me” under Devices:

{deviceLink}

If you cannot log in, call us straight away on {supportPhone}.

The Larkmere team`,

  email_device_disowned_subject: 'Choose a new password',
  email_device_disowned: `Hello {firstName},

Your money is safe. On {changedAt} you told us that someone else logged in to your account. We logged out every other device, and your old password no longer works.

To choose a new password, go to the log in page and choose “Forgot your password?”.

If it was not you who told us, call us straight away on {supportPhone}.

The Larkmere team`,

  email_change_old_address_subject: 'Confirm the change of your email address',
  email_change_old_address: `Hello {firstName},

You asked us to use another email address for your account. To confirm, enter this code on your profile page:

{code}

It works once, until {expiresAt}, together with the code we sent to the new address.

If this was not you, do not give the code to anyone. Call us straight away on {supportPhone}.

The Larkmere team`,

  email_change_new_address_subject: 'Confirm your new email address',
  email_change_new_address: `Hello {firstName},

To use this email address for your account, enter this code on your profile page:

{code}

It works once, until {expiresAt}.

If you did not ask for this, ignore this email. Nothing will happen.

The Larkmere team`,

  email_address_changed_subject: 'Your email address was changed',
  email_address_changed: `Hello {firstName},

The email address of your account was changed on {changedAt}, using {device}. We write to the new address from now on.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_second_factor_added_subject: 'A second step was added to your login',
  email_second_factor_added: `Hello {firstName},

A passkey or an authenticator app was added to your login on {changedAt}, using {device}.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_second_factor_removed_subject: 'A second step was removed from your login',
  email_second_factor_removed: `Hello {firstName},

A passkey or an authenticator app was removed from your login on {changedAt}, using {device}.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_last_factor_removed_subject: 'Your login no longer has a second step',
  email_last_factor_removed: `Hello {firstName},

The last passkey or authenticator app was removed from your login on {changedAt}, using {device}. Your recovery codes no longer work. From now on your password opens your account, and your PIN confirms payments.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_recovery_code_used_subject: 'A recovery code was used',
  email_recovery_code_used: `Hello {firstName},

One of your recovery codes was used on {changedAt}, using {device}. It no longer works.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_recovery_codes_made_subject: 'New recovery codes were made',
  email_recovery_codes_made: `Hello {firstName},

New recovery codes were made on {changedAt}, using {device}. The old ones no longer work.

If this was you, you do not need to do anything.

If it was not you, call us straight away on {supportPhone}. We’ll protect your account.

The Larkmere team`,

  email_confirm_address_subject: 'Confirm your email address',
  email_confirm_address: `Hello {firstName},

Confirm your email address so we can tell you about your account and keep it secure:

{confirmLink}

The link works once, until {expiresAt}. If it’s expired, ask for a new one on the log in page.

If you did not sign up for Larkmere, ignore this email. Nothing will happen.

The Larkmere team`,

  email_already_registered_subject: 'You already have an account',
  email_already_registered: `Hello,

Somebody signed up for Larkmere with this email address. You already have an account, so nothing has changed.

If this was you, log in as you usually do, with this email address. If you’ve forgotten your password, choose “Forgot your password?” on the log in page.

If it was not you, you do not need to do anything.

The Larkmere team`,

  email_account_closing_requested_subject: 'We’re closing your account',
  email_account_closing_requested: `Hello {firstName},

Your money is yours, and you can still move it. You asked us to close your account. We’ll close it on {closesAt}.

Before then:

1. Move your money to an account of your own.
2. Give your new details to anyone who pays you. Your account no longer receives new payments.
3. Download the statements you want to keep.

Changed your mind? Log in and choose “Keep my account” before {closesAt}. Did not ask for this? Call us on {supportPhone} straight away.

The Larkmere team`,

  email_account_status_changed_subject: 'Your account has changed',
  email_account_status_changed: `Hello {firstName},

{status, select, active {Your account works as before again. You can send, receive and exchange money.} restricted {Your money is safe. You can’t send or exchange money for now. You can still get paid and download statements.} suspended {Your money has not moved. Your account is suspended. You can log in to see everything in it and download statements.} other {Your money is safe. Log in to see what you can do with your account now.}}

{letter}

Questions? Log in as you usually do, or call us on {supportPhone}. If you think we are wrong, you can also complain.

The Larkmere team`,

  email_account_closing_by_us_subject: 'We’re closing your account',
  email_account_closing_by_us: `Hello {firstName},

Your money is yours, and you can still move it. We’re closing your account on {closesAt}.

{letter}

Before then:

1. Move your money to an account of your own.
2. Give your new details to anyone who pays you. Your account no longer receives new payments.
3. Download the statements you want to keep.

If you think we are wrong, call us on {supportPhone} before {closesAt}. You can also complain.

The Larkmere team`,

  email_account_closed_subject: 'Your account is closed',
  email_account_closed: `Hello {firstName},

Your account was closed on {closedAt}, with nothing left in it. You cannot send or receive money with it any more.

You can log in to read your statements until {statementsUntil}. We’ve deleted what we kept for marketing and about your devices. The law asks us to keep your identity and payment records for five years; after that we delete them too.

If you think this is a mistake, or there’s money you expected to get back, call us on {supportPhone}. You can also complain to the data protection authority about how we keep your data.

Thank you for using Larkmere.

The Larkmere team`,

  email_welcome_subject: 'Welcome to Larkmere',
  email_welcome: `Hello {firstName},

Your email address is confirmed. Your member code is {memberCode}. You can log in with it, and use it to invite friends.

What to do next:

1. Log in to Larkmere and finish your identity check. It takes about 5 minutes.
2. Choose a 4-digit PIN. You’ll use it to confirm payments, only inside Larkmere.
3. Add money to your account.

We’ll email you when you’re verified. Until then you can look around, but you cannot send money.

The Larkmere team`,

  email_team_invitation_subject: 'You’re invited to a Larkmere account',
  email_team_invitation: `Hello,

{inviterName} has invited you to the Larkmere account of {companyName} as {role, select, owner {owner} admin {admin} payer {payer} maker {maker} approver {approver} accountant {accountant} viewer {viewer} other {cardholder}}.

Accept the invitation and choose a password here:

{inviteLink}

The link works once, until {expiresAt}. If you have a Larkmere login already, you can use that.

If you do not know {inviterName} or were not expecting this, check with them in person or by phone first. Or ignore this email.

The Larkmere team`,

  email_role_changed_subject: 'Your permissions have changed',
  email_role_changed: `Hello {firstName},

{changedByName} changed your role for {companyName} on {changedAt}.

Before: {oldRole, select, owner {owner} admin {admin} payer {payer} maker {maker} approver {approver} accountant {accountant} viewer {viewer} other {cardholder}}
Now: {newRole, select, owner {owner} admin {admin} payer {payer} maker {maker} approver {approver} accountant {accountant} viewer {viewer} other {cardholder}}

What you can see and do may be different from now on. Requests waiting for your approval may go to someone else.

If you were not expecting this, speak to {changedByName} or the account owner.

The Larkmere team`,

  email_consent_code_subject: 'Your code to let us see your account',
  email_consent_code: `Hello {firstName},

{staffName} of Larkmere asks to see your account, to help you. If you are talking to us now and want that, read out this code:

{code}

It works once, until {expiresAt}. It only lets us look: nobody can pay, change your details or see your PIN. This is the one code that you may read out to us, and only while you talk to us about your question.

If you are not talking to us, do not give the code to anyone. Without it, nothing happens.

The Larkmere team`,

  email_glass_broken_subject: 'A customer’s account was opened without consent',
  email_glass_broken: `Hello {firstName},

{staffName} asked for access to the account of customer {memberCode} on {openedAt}, without the customer’s consent and without telling them.

Ticket: {ticket}

Check that this was right. The reason is not in this email: compliance and the MLRO find it on the customer’s page, under Log in as customer.

The Larkmere team`,

  email_membership_changed_subject: 'Your access has changed',
  email_membership_changed: `Hello {firstName},

{status, select, active {{changedByName} gave you access to the Larkmere account of {companyName} again on {changedAt}. Log in to Larkmere as you usually do.} suspended {{changedByName} suspended your access to the Larkmere account of {companyName} on {changedAt}. You cannot use it until they reinstate you.} other {{changedByName} removed you from the Larkmere account of {companyName} on {changedAt}. You cannot use it any more.}}

If you were not expecting this, speak to {changedByName} or the account owner.

The Larkmere team`,

  email_pin_reset_by_colleague_subject: 'Choose a new PIN',
  email_pin_reset_by_colleague: `Hello {firstName},

{changedByName} asked for a new PIN for you at {companyName} on {changedAt}. Your old PIN no longer works.

Log in to Larkmere as you usually do. The next time you confirm something, you choose a new PIN with your password. Nobody else can see or choose it. For 24 hours after that you can only send smaller amounts.

If you were not expecting this, speak to {changedByName} or the account owner.

The Larkmere team`,

  email_consent_code_footer: `Only read out this code while you talk to us about your question. We’ll never ask for your PIN, your password or any other code. Not sure this is from us? Do not reply. Log in as you usually do, or call {supportPhone}.`,

  email_footer: `We’ll never ask for your PIN, password or codes by email, text or phone. Not sure this is from us? Do not reply. Log in as you usually do, or call {supportPhone}.`,

  email_legal: `Larkmere is an agent of an authorised electronic money institution. Electronic money is not covered by the Financial Services Compensation Scheme. Your money is held in segregated accounts. Cards are issued under licence from the card network.`,
} as const;

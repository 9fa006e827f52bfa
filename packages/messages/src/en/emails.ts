/** Subjects have no parameters, because lock screens display them. */
export const emails = {
  email_pin_locked_subject: 'Your PIN is locked',
  email_pin_locked: `Hello {firstName},

Your money is safe. Your PIN was entered wrongly too many times, so we locked it on {lockedAt}. You cannot confirm payments until you reset it.

To choose a new PIN, log in to Larkmere as you usually do and go to your profile. For 24 hours after a reset you can only send smaller amounts.

If the wrong tries were not yours, call us straight away on {supportPhone}.

We’ll never send you a link that asks for your PIN.

The Larkmere team`,

  email_card_payment_reversed_subject: 'A card payment was taken back',
  email_card_payment_reversed: `Hello {firstName},

{amount} that you added to your Larkmere wallet from {card} went back to the card on {changedAt}. We took what we could from your wallet.

Your wallet was {missing} short of it. If that is more than nothing, you cannot send money until it is paid: add it to your wallet by bank transfer, or call us on {supportPhone}.

If you did not ask your bank to take the payment back, call your bank and us straight away.

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

  email_staff_invitation_subject: 'Your Larkmere staff account',
  email_staff_invitation: `Hello {firstName},

Your staff account at Larkmere is ready. Choose a password here, then set up a one-time code in an authenticator app:

{inviteLink}

The link works once, until {expiresAt}. The account is for you alone. Never share its password or its codes.

If you were not expecting this, tell your supervisor. Or ignore this email.

The Larkmere team`,

  email_role_changed_subject: 'Your permissions have changed',
  email_role_changed: `Hello {firstName},

{changedByName} changed your role for {companyName} on {changedAt}.

Before: {oldRole, select, owner {owner} admin {admin} payer {payer} maker {maker} approver {approver} accountant {accountant} viewer {viewer} other {cardholder}}
Now: {newRole, select, owner {owner} admin {admin} payer {payer} maker {maker} approver {approver} accountant {accountant} viewer {viewer} other {cardholder}}

What you can see and do may be different from now on. Requests waiting for your approval may go to someone else.

If you were not expecting this, speak to {changedByName} or the account owner.

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

  email_kyc_received_subject: 'We have your details',
  email_kyc_received: `Hello {firstName},

Thank you. We have everything for your identity check and are checking it now. You do not need to do anything.

Most checks take a few minutes. We’ll email you the result.

The Larkmere team`,

  email_kyc_in_review_subject: 'Our team is checking your details',
  email_kyc_in_review: `Hello {firstName},

Your money is safe. Our team is checking your details. You do not need to do anything, and we’ll email you as soon as we know more.

Until then you cannot send money or exchange currencies.

The Larkmere team`,

  email_kyc_item_refused_subject: 'We need another document from you',
  email_kyc_item_refused: `Hello {firstName},

Thank you for your documents. We could not accept one of them.

What: {itemName}
Why: {note}

Log in to Larkmere, open Identity check and send it again by {dueOn}. Make sure the whole page is in the picture and easy to read. Please do not send documents by email.

Money in your account is safe while you do this.

The Larkmere team`,

  email_kyc_approved_subject: 'You’re verified',
  email_kyc_approved: `Hello {firstName},

You’re verified. Your identity check is finished, so you can use your account to receive money, send payments and exchange currencies.

To get started, log in to Larkmere. If you have not chosen a PIN yet, we’ll ask you to choose one there before your first payment.

The Larkmere team`,

  email_kyc_conditional_subject: 'You can use your account now',
  email_kyc_conditional: `Hello {firstName},

You can use your account now. We still need something from you, so smaller limits apply until we have it.

Log in to Larkmere, open Identity check and send us what is left by {dueOn}. After that day you could not use your account until we have it. Your money stays safe.

The Larkmere team`,

  email_kyc_rejected_subject: 'We could not verify your identity',
  email_kyc_rejected: `Hello {firstName},

Any money in your account is safe. We could not verify your identity, so we cannot open your account.

If you think this is wrong, or you want to make a complaint, call us on {supportPhone}. We’ll look into it again. If there is money in your account, we’ll arrange with you how to pay it out.

The Larkmere team`,

  email_kyc_expired_subject: 'Your identity check timed out',
  email_kyc_expired: `Hello {firstName},

Your money is safe. We did not get what we needed for your identity check in time, so you cannot use your account for now.

Log in to Larkmere, open Identity check, look through your details and send them again. Your answers of last time are still there.

The Larkmere team`,

  email_kyc_refresh_subject: 'Are your details still right?',
  email_kyc_refresh: `Hello {firstName},

By law, we must check from time to time that your details are still right. Your account works as usual.

Log in to Larkmere, open Identity check and confirm your details by {dueOn}. Your answers of last time are there, so it takes a few minutes.

The Larkmere team`,

  email_kyc_refresh_due_subject: 'Please confirm your details',
  email_kyc_refresh_due: `Hello {firstName},

Your account still works as usual, but we need you to confirm your details. Please do it by {dueOn}. After that day you could not use your account until you have.

Log in to Larkmere and open Identity check. Your answers of last time are there.

The Larkmere team`,

  email_kyc_person_link_subject: 'Please prove who you are',
  email_kyc_person_link: `Hello {firstName},

{firmName} is opening an account with Larkmere and named you as a director or owner. By law, we must check who you are. Have your passport or identity card ready, and start here:

{personLink}

The link works until {expiresAt}. Please do not pass it on. We use what you give us for this check only.

If you do not know {firmName}, ignore this email and call us on {supportPhone}.

The Larkmere team`,

  email_footer: `We’ll never ask for your PIN, password or codes by email, text or phone. Not sure this is from us? Do not reply. Log in as you usually do, or call {supportPhone}.

Larkmere is an agent of an authorised electronic money institution. Electronic money is not covered by the Financial Services Compensation Scheme. Your money is held in segregated accounts. Cards are issued under licence from the card network.`,
} as const;

/** E-mails to staff about their own accounts. */
export const staffEmails = {
  email_staff_invitation_subject: 'Your Larkmere staff account',
  email_staff_invitation: `Hello {firstName},

Your staff account at Larkmere is ready. Choose a password here, then set up a passkey or an authenticator app:

{inviteLink}

The link works once, until {expiresAt}. The account is for you alone. Never share its password or its codes.

If you were not expecting this, tell your supervisor. Or ignore this email.

The Larkmere team`,

  email_staff_passkey_added_subject: 'A passkey was added to your staff account',
  email_staff_passkey_added: `Hello {firstName},

A passkey was added to your Larkmere staff account on {changedAt}, using {device}. It can log you in.

If this was you, you do not need to do anything.

If it was not you, tell your supervisor straight away. They can suspend the account at once.

The Larkmere team`,

  email_staff_passkey_removed_subject: 'A passkey was removed from your staff account',
  email_staff_passkey_removed: `Hello {firstName},

A passkey was removed from your Larkmere staff account on {changedAt}, using {device}. It no longer logs you in.

If this was you, you do not need to do anything.

If it was not you, tell your supervisor straight away. They can suspend the account at once.

The Larkmere team`,

  email_staff_authenticator_set_up_subject: 'An authenticator app was set up for your staff account',
  email_staff_authenticator_set_up: `Hello {firstName},

An authenticator app was set up for your Larkmere staff account on {changedAt}, using {device}. An app used before no longer works.

If this was you, you do not need to do anything.

If it was not you, tell your supervisor straight away. They can suspend the account at once.

The Larkmere team`,
} as const;

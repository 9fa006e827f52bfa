/** To introducer partners. */
export const partnerEmails = {
  email_partner_statement_subject: 'Your introducer statement is ready',
  email_partner_statement: `Hello {firstName},

Your introducer statement for {month} is ready.

{outcome, select, paid {We’ve paid your share of {amount} into your account.} due {Your share is {amount}. We’ll pay it when you have an account that can receive it.} carried {Nothing is paid this time. The total of {amount} is carried forward to your next statement.} other {Nothing is paid this time.}}

To download it, log in to Larkmere and choose “Invite Friends Get £50”. We do not attach statements to emails, to keep your details private.

The Larkmere team`,
} as const;

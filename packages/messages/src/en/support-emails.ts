/** What customers tell our support through the web application, and what both are told of it. */
export const supportEmails = {
  email_support_message_subject: 'A customer wrote to us',
  email_support_message: `Hello {firstName},

{name} ({companyName}, {memberCode}) sent a {type, select, complaint {complaint} other {message}}. Answer it with the reference {reference}.

It is about: {topic, select, payment {a payment} wrong_person {a payment to the wrong person} card {cards and declines} rates {rates and fees} sign_in {sign-in, PIN or devices} identity {identity and limits} other {something else}}{paymentReference, select, none {} other { ({paymentReference})}}.

{question}

The Larkmere team`,

  email_help_reference_subject: 'We have your message',
  email_help_reference: `Hello {firstName},

Thank you for writing to us. Your reference is {reference}.

We answer within {hours, plural, one {# hour} other {# hours}} of our opening times.

If you did not write to us, call us on {supportPhone} straight away.

The Larkmere team`,

  email_complaint_reference_subject: 'We have your complaint',
  email_complaint_reference: `Hello {firstName},

Thank you for telling us. Your reference is {reference}.

You get our final answer within {days, plural, one {# working day} other {# working days}}. We write earlier if we need something from you.

If you did not write to us, call us on {supportPhone} straight away.

The Larkmere team`,

  email_account_frozen_subject: 'Your account is frozen',
  email_account_frozen: `Hello {firstName},

Your money is safe. {name} froze your account. Cards, payments, standing orders and exchanges are stopped until it is unfrozen. Payments that the bank has already still go through.

When you’re sure that nobody else can use the account, log in and choose “Unfreeze”. Not expected? Call us on {supportPhone}.

The Larkmere team`,

  email_account_unfrozen_subject: 'Your account is no longer frozen',
  email_account_unfrozen: `Hello {firstName},

{name} unfroze your account. Cards work again, and payments and standing orders that waited go out now.

If none of you did this, log in, choose “Help” and “Freeze everything”, and call us on {supportPhone} straight away.

The Larkmere team`,

  email_support_frozen_subject: 'A customer froze or unfroze their account',
  email_support_frozen: `Hello {firstName},

{step, select, frozen_by_customer {{name} froze the account of {companyName} ({memberCode}). Find out what happened: call them back on the number that we know, and look at the last payments, cards and devices.} other {{name} unfroze the account of {companyName} ({memberCode}) with PIN and second factor. Restrict it if you doubt that it was them.}}

The Larkmere team`,
} as const;

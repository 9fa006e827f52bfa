/** E-mails about the identity check. Subjects have no parameters, because lock screens display them. */
export const kycEmails = {
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

  email_member_check_link_subject: 'Prove who you are',
  email_member_check_link: `Hello {firstName},

You now have access to the account of {firmName} at Larkmere. By law, we must check who you are before you can move money, use a card or change people. Until then you can look at everything you have access to. Have your passport or identity card ready, and start here:

{personLink}

The link works until {expiresAt}. Please do not pass it on. We use what you give us for this check only.

The Larkmere team`,

  email_member_check_returned_subject: 'We need something from you again',
  email_member_check_returned: `Hello {firstName},

Thank you for what you sent to prove who you are. We could not accept all of it.

{changes}

Please send it again here. The rest is saved:

{personLink}

The link works until {expiresAt}. Please do not pass it on, and do not send documents by email.

The Larkmere team`,

  email_member_check_passed_subject: 'You’re verified',
  email_member_check_passed: `Hello {firstName},

You’re verified. In the account of {firmName} you can now do everything that your role allows.

If you did not prove to us who you are, call us on {supportPhone}.

The Larkmere team`,
} as const;

export const contactRecovery = {
  notice: {
    title: 'Did you ask us for new contact details?',
    asked: 'Someone told us that they are you and lost their email and phone. They want us to write to {email}.',
    askedBoth:
      'Someone told us that they are you and lost their email and phone. They want us to use {email} and {phone}.',
    when: {
      prepared: 'Nothing has changed yet. A second member of our staff decides by {when}, and then 24 hours pass.',
      approved: 'Nothing has changed yet. From {when} they can confirm it.',
      confirming: 'They can confirm it now, until {when}. Then it replaces your email and logs you out.',
    },
    stop: 'Stop the change',
    sureTitle: 'Stop the new contact details?',
    sure: 'Your email and phone stay as they are. If you did ask for new ones, you have to ask us again.',
    stopped: 'Stopped. Your contact details stay as they are.',
    failed: 'It was not stopped',
    once: 'It’s safe to try again.',
  },
  stop: {
    title: 'Stop the new contact details?',
    text: 'Someone told us that they are you and lost their email and phone. If that was not you, stop it here.',
    submit: 'Stop the change',
    busy: 'Stopping…',
    failed: 'It was not stopped',
    ifYours: 'If it was you, close this page. There’s nothing to do.',
    stoppedTitle: 'Stopped',
    stoppedText:
      'Your email and phone stay as they are. Someone else asked for new ones, so call us and we’ll look at your account together.',
    endedTitle: 'Nothing to stop',
    endedText: 'It has already ended. Your email and phone stay as they are.',
    confirmedTitle: 'Call us now',
    confirmedText:
      'It is too late to stop it here: the new contact details have been confirmed. Call us straight away, and we’ll protect your account.',
    logIn: 'Log in',
  },
  confirm: {
    title: 'Confirm your new contact details',
    text: 'After this we write to this email address. You’ll be logged out everywhere.',
    textWithCode:
      'Enter the code that we sent to {phone}. After this we use this email address and this number. You’ll be logged out everywhere.',
    code: 'Code from the text message',
    codeMissing: 'Enter the 6 digits from the text message',
    submit: 'Confirm contact details',
    busy: 'Confirming…',
    failed: 'Your contact details were not changed',
    limit: 'For 24 hours after this you can send less to new payees.',
    doneTitle: 'Contact details changed',
    doneText: 'We write to your new email address from now on. Choose a new password next.',
    newPassword: 'Choose a new password',
  },
  noLink: {
    title: 'Open the link in our email again',
    text: 'This page needs the whole link from the email.',
  },
} as const;

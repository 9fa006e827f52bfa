/** Words of the questions that we ask about a payment. */
export const review = {
  title: 'Our questions',
  failed: 'We could not load our questions',
  open: 'We need an answer from you',
  openText:
    'Your money is set aside and safe. Without an answer by {day} the payment ends, and the money is available again.',
  choose: 'Choose an answer',
  missing: 'Answer this',
  file: 'Send it under Documents on this page: {type}.',
  fileFirst: 'Send the document under Documents first.',
  send: 'Send answers',
  sending: 'Sending…',
  sent: 'Thank you. We are looking at your answers.',
  refused: 'We could not take your answers',
  once: 'Your answers may have arrived. Asking again sends them once at most.',
  answered: 'Answered on {day}',
  said: { yes: 'Yes', no: 'No', sent: 'Sent as a document' },
  state: {
    action_required: 'Open',
    answered: 'Answered',
    accepted: 'Answered',
    insufficient: 'Answered',
    closed: 'Closed',
    expired: 'Not answered in time',
  },
} as const;

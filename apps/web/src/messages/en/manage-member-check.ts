export const manageMemberCheck = {
  title: 'Identity of {name}, who joined',
  state: { to_send: 'Nothing sent yet', in_review: 'To decide', rejected: 'Asked again', verified: 'Confirmed' },
  sent: '{role} · sent on {at}',
  show: 'Show answers and files',
  confirm: 'Confirm identity',
  confirmInPerson: 'Confirm in person',
  askAgain: 'Ask again',
  dialog: {
    confirm: 'Confirm: this is {name}',
    confirmAbout: 'Compare name, date of birth and face with the document. {name} can move money afterwards.',
    confirmDoubted:
      'Some details differ. Say in the note why this is the same person. {name} can move money afterwards.',
    confirmInPersonAbout:
      'Nothing was sent. Say what you saw: document, number, and who compared the face. Anything they started is deleted.',
    confirmSubmit: 'Confirm',
    confirmed: 'Confirmed. We’ve told them.',
    askAgain: 'Ask {name} again',
    askAgainAbout: 'Choose what is wrong with each item. The person reads the reason and gets a new link.',
    askAgainSubmit: 'Ask again',
    asked: 'We’ve told them what to send again.',
    inOrder: 'In order',
    note: 'Only staff read this',
    noteMissing: 'Write at least 10 characters',
  },
} as const;

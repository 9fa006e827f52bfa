export const visit = {
  label: 'Staff visit',
  viewing: 'You are viewing as {name} ({code}).',
  recorded: 'Actions are recorded under your name.',
  mode: { view: 'View only', assist: 'Assist' },
  ticket: 'Ticket',
  left: 'left, then it ends',
  leave: 'Leave',
  closedTitle: 'Not available to staff',
  closedText: 'Only the customer can do this, in their own login.',
  closedTextInView: 'Only the customer can do this. With Assist you can open the payment and exchange forms together.',
  card: {
    title: 'When our staff looked at your account',
    none: 'No one has looked at your account in this way.',
    failed: 'The list did not load',
    code: 'Your code for {name}',
    codeText:
      'Read it out only while you talk to us. It lets us look at your account for 30 minutes. We cannot pay or change anything.',
    codeUntil: 'Valid until {time}',
    basis: {
      consent: 'You gave us your code',
      role: 'To check something about your account',
    },
    line: '{staff}, about {ticket}',
    now: 'Now',
  },
} as const;

/** Words of what happened lately, and of one line of it or of a statement. */
export const activity = {
  title: 'Activity',
  all: 'All activity',
  failed: 'We could not load your activity',
  empty: 'No activity yet',
  payment: '{currency} payment',
  line: {
    title: 'Transaction',
    type: 'Type',
    account: 'Their account',
    payeeReference: 'Payment reference',
    reference: 'Our reference',
    time: 'Date and time',
    valueDate: 'Value date',
    description: 'Description',
    balance: 'Balance after',
    payment: 'See the payment',
    print: 'Print',
  },
} as const;

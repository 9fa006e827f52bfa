export const payee = {
  title: 'Payee',
  to: 'To',
  status: {
    pending: 'Pending',
    team: 'Waits for approval',
    approved: 'Ready to pay',
    reject: 'Rejected',
    disabled: 'Switched off',
  },
  statusText: {
    pending: 'We are still checking this payee. Until then it cannot be paid.',
    reject: 'This payee cannot be paid.',
    disabled: 'This payee cannot be paid at the moment.',
  },
  reminder: {
    large: 'This is more than three times your largest payment to them so far ({largest})',
    largeText: 'If somebody asked you to send so much, call {name} on a number you already know.',
    settled: 'You accepted what their bank said about the name.',
    noCheck: 'The name was not checked for these details.',
  },
  entity: { individual: 'Person', company: 'Company' },
  picker: {
    search: 'Search by name or account',
    add: 'Add payee',
    none: 'No payees yet',
    noneText: 'Add the person or firm you want to pay. Where it can, their bank checks the name first.',
    nothingFound: 'No payee fits “{search}”',
    failed: 'We could not load your payees',
    hint: 'Payees that are pending or rejected are on the Payee page.',
    count: '{count, plural, one {# payee} other {# payees}}',
  },
} as const;

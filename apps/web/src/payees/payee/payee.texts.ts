export const payee = {
  title: 'Payees',
  to: 'To',
  status: {
    pending: 'Pending',
    team: 'Waiting for approval',
    approved: 'Ready to pay',
    reject: 'Rejected',
    disabled: 'Unavailable',
  },
  statusText: {
    pending: 'We’re checking this payee. You cannot pay them yet.',
    reject: 'You cannot pay this payee.',
    disabled: 'You cannot pay this payee at the moment.',
  },
  reminder: {
    large: 'This is more than three times your largest payment to them ({largest})',
    largeText: 'If someone asked you to send this much, call {name} on a number you already know.',
    settled: 'You accepted the result of the name check.',
    noCheck: 'The name on this account has not been checked.',
  },
  promptPay: { holder: 'This PromptPay ID belongs to “{name}”.' },
  entity: { individual: 'Person', company: 'Company' },
  picker: {
    search: 'Search by name or account',
    add: 'Add payee',
    none: 'No payees yet',
    noneText: 'Add the person or company you want to pay.',
    nothingFound: 'No payees match “{search}”',
    failed: 'We could not load your payees',
    hint: 'See pending and rejected payees',
    count: '{count, plural, one {# payee} other {# payees}}',
  },
} as const;

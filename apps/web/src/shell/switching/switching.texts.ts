export const switching = {
  title: 'Switch account',
  failed: 'We could not load your accounts',
  refused: 'The account was not switched',
  once: 'It’s safe to try again.',
  personal: 'Personal',
  business: 'Business',
  current: 'Open now',
  suspended: 'Your access is suspended. Ask the account owner.',
  locked: 'This account is locked. You reach us on the Help page.',
  tabs: 'Your other tabs switch, too. Anything you have not sent stays with the account you leave.',
} as const;

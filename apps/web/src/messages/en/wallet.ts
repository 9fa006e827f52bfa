/** Words of the wallet area. */
export const wallet = {
  title: 'Wallets',
  yours: 'Your wallets',
  available: 'Available {amount}',
  closing: 'Closing',
  failed: 'We could not load your wallets',
  noActivity: 'Money that comes in or goes out appears here.',
  empty: 'No wallets yet',
  emptyText: 'Your first wallet appears here as soon as it is open.',
} as const;

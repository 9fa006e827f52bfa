export const wallet = {
  title: 'Wallets',
  yours: 'Your wallets',
  closing: 'Closing',
  currencies: {
    label: 'Active currencies and their rates',
    base: '1 {code} =',
    rate: 'Rate',
    plusRate: 'Plus Rate',
    none: '{code}: no rate now',
    failed: 'Rates are not available right now.',
    retry: 'Try again',
  },
  failed: 'We could not load your wallets',
  noActivity: 'Payments in and out appear here.',
  empty: 'No wallets yet',
  emptyText: 'Your first wallet appears here once it’s open.',
} as const;

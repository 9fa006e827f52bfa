export const rightNotice = {
  link: 'Go to Approvals',
  title: {
    payment: 'Make a Payment',
    exchange: 'Exchange',
    payee: 'Payee',
    instant: 'Instant Bank Payment',
    standingorder: 'Standing order',
    autofx: 'Auto FX',
    manualfx: 'Request FX',
  },
  approve: {
    payment: 'You can approve payments but not make them',
    payee: 'You can approve payees but not add or change them',
    instant: 'You can see instant bank payments but not start them',
    standingorder: 'You can approve standing orders but not set them up',
    autofx: 'You can approve Auto FX orders but not place them',
    manualfx: 'You can approve requests to a dealer but not make them',
  },
  view: {
    payment: 'You can see payments but not make them',
    payee: 'You can see payees but not add or change them',
    instant: 'You can see instant bank payments but not start them',
    standingorder: 'You can see standing orders but not set them up',
    autofx: 'You can see Auto FX orders but not place them',
    manualfx: 'You can see requests to a dealer but not make them',
  },
} as const;

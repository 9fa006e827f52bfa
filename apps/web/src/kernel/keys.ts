/** The names under which answers are kept. A key that starts like another is refreshed with it. */
export const keys = {
  accounts: ['accounts'],
  balances: ['balances'],
  balance: (bankholderid: string) => ['balances', bankholderid],
  activity: ['activity'],
  statements: ['statements'],
  payments: ['payments'],
  payment: (uid: string) => ['payments', uid],
  documents: (paymentUid: string) => ['payments', paymentUid, 'documents'],
  pendingCount: ['payments', 'count'],
  /** It says what is available too, so it is refreshed with the balances. */
  price: (order: object) => ['balances', 'price', order],
  /** Never refreshed by news: a promise stands as it was made until it ends. */
  fxQuote: (question: object, round: number) => ['fx-quote', question, round],
  freeTransfers: ['free-transfers'],
  payees: ['payees'],
  requirements: (asked: object) => ['requirements', asked],
  countries: ['countries'],
  bank: (asked: object) => ['bank', asked],
  payee: (uid: string) => ['payees', uid],
  autoFx: ['auto-fx'],
  deals: ['deals'],
  rateAlerts: ['rate-alerts'],
  notifications: ['notifications'],
  notificationCount: ['notification-count'],
  pin: ['pin'],
  kyc: ['kyc'],
  wallets: ['wallets'],
  /** Another turn is another question: the customer asked for newer rates. */
  rateChart: (choice: object, turn: number) => ['rate-chart', choice, turn],
  latestRate: (from: string, to: string) => ['latest-rate', from, to],
  manageDashboard: ['manage-dashboard'],
} as const;

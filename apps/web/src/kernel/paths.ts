/** Every address that a screen links to, so that no screen spells one. */
export const paths = {
  home: '/',
  login: '/login',
  logout: '/logout',
  manageLogin: '/manage-login',
  lostPassword: '/lost-password',
  forgotLogin: '/forgot-login',
  knowYourCustomer: '/know-your-customer',
  dashboard: '/dashboard',
  statement: '/statement',
  statementOf: (bankholderid: string) => `/statement?bankholderid=${encodeURIComponent(bankholderid)}`,
  card: '/card',
  notification: '/notification',
  payment: '/payment',
  paymentIn: (currency: string) => `/payment/${currency.toLowerCase()}`,
  /** The payment form with this payee in it, or with all that an earlier payment had. */
  payTo: (currency: string, payeeUid: string) =>
    `/payment/${currency.toLowerCase()}?payee=${encodeURIComponent(payeeUid)}`,
  payAgain: (currency: string, paymentUid: string) =>
    `/payment/${currency.toLowerCase()}?again=${encodeURIComponent(paymentUid)}`,
  payAbroadAgain: (paymentUid: string) => `/payment/swt?again=${encodeURIComponent(paymentUid)}`,
  paymentBulk: '/payment/bulk',
  /** One file of payments. */
  paymentBulkFile: (uid: string) => `/payment/bulk?file=${encodeURIComponent(uid)}`,
  paymentAbroad: '/payment/swt',
  pendingPayments: '/pending-payment-domestic',
  pendingSwift: '/pending-swift-payment',
  swiftPayment: (uid: string) => `/pending-swift-payment?payment=${encodeURIComponent(uid)}`,
  paymentDetail: (uid: string) => `/pending-payment-domestic/detail/${encodeURIComponent(uid)}`,
  transfer: '/transfer',
  payee: '/payee',
  payeeAdd: (currency: string, type: string) => `/payee/add/${currency.toLowerCase()}/${type}`,
  /** On the way to a payment: the new payee stands in its form. */
  payeeAddToPay: (currency: string) => `/payee/add/${currency}?then=pay`,
  /** The same of a payment abroad. */
  payeeAddToPayAbroad: '/payee/add/eur/swt?then=pay',
  /** The same by Fedwire, for whoever has no SWIFT. */
  payeeAddToPayByFedwire: '/payee/add/usd/usd?then=pay',
  /** On the way to a standing order. */
  payeeAddToStanding: (currency: string) => `/payee/add/${currency}?then=standing-order`,
  payeeView: (currency: string, type: string, uid: string) =>
    `/payee/view/${currency.toLowerCase()}/${type}?uid=${encodeURIComponent(uid)}`,
  payeeEdit: (currency: string, type: string, uid: string) =>
    `/payee/edit/${currency.toLowerCase()}/${type}/${encodeURIComponent(uid)}`,
  walletPayee: '/wallet/payee',
  /** The one page of the wallet about payees, with the part of it that is shown. */
  walletPayeePart: (shown: Readonly<Record<string, string>>) => `/wallet/payee?${new URLSearchParams(shown)}`,
  instantPayments: '/instant-bank-payment',
  instantPaymentStart: '/instant-bank-payment/create',
  /** The same wish for another bank. */
  instantPaymentAgain: (wish: Readonly<Record<string, string>>) =>
    `/instant-bank-payment/create?${new URLSearchParams(wish)}`,
  instantPayment: (uid: string) => `/instant-bank-payment/payment/${encodeURIComponent(uid)}`,
  bankReturn: '/pis-service/response',
  bankReturnOnPhone: '/app/pis/response',
  walletUpgrade: '/wallet/upgrade',
  /** The same for whoever saw the better rate at that moment. */
  walletUpgradeSeenAt: (moment: number) => `/wallet/upgrade?t=${moment}`,
  teamApprovals: '/team-approval',
  /** One request of a colleague. */
  teamApproval: (uid: string) => `/team-approval?request=${encodeURIComponent(uid)}`,
  standingOrders: '/standing-order',
  standingOrder: (uid: string) => `/standing-order?order=${encodeURIComponent(uid)}`,
  standingOrderAdd: '/standing-order/add',
  /** The form for a new standing order with this payee in it, or for one that is changed from now on. */
  standingOrderTo: (currency: string, payeeUid: string) =>
    `/standing-order/add?payee=${encodeURIComponent(payeeUid)}&currency=${currency}`,
  standingOrderEdit: (uid: string) => `/standing-order/add?order=${encodeURIComponent(uid)}`,
  autoFx: '/auto-fx',
  autoFxOrder: (uid: string) => `/auto-fx?order=${encodeURIComponent(uid)}`,
  /** The form for an order, with what was typed elsewhere in it. */
  autoFxFor: (wish: Readonly<Record<string, string>>) => `/auto-fx?${new URLSearchParams(wish)}`,
  /** The alerts of a person, with the form for one of this pair. */
  rateAlertFor: (from: string, to: string) => `/auto-fx?tab=alerts&from=${from}&to=${to}`,
  walletDashboard: '/wallet/dashboard',
  walletNotification: '/wallet/notification',
  walletFx: '/wallet/fx',
  walletRateAlertFor: (from: string, to: string) => `/wallet/rate-alert?from=${from}&to=${to}`,
  manageDashboard: '/manage/dashboard',
} as const;

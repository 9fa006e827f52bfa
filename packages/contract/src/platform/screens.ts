import type { AccessKey } from './access.ts';

export type Area = 'public' | 'plus' | 'wallet' | 'manage';

export type Screen = Readonly<{ area: Area; path: string; access?: AccessKey; business?: true }>;

const publicPaths = [
  '/',
  '/login',
  '/logout',
  '/403',
  '/404',
  '/lost-password',
  '/forgot-login',
  '/forgot-login/{token}',
  '/manage-login',
  '/109in',
  '/ref/{member_code}',
  '/app/pis/response',
  '/wallet/payment-topup',
  '/know-your-customer',
  '/embedded/chart',
  '/embedded/review',
  '/reset-second-factor',
  '/register',
  '/register-confirm',
  '/contact-recovery',
  '/invitation',
  '/invitation/{token}',
  '/verify',
  '/manage-invitation',
  '/manage-invitation/{token}',
  '/loginasstaff',
  '/loginasstaff/{token}',
  '/request/delete/account',
];

const plusPaths: readonly (readonly [path: string, access?: AccessKey])[] = [
  ['/dashboard', 'dashboard'],
  ['/statement', 'statement'],
  ['/card', 'card'],
  ['/card/issue', 'card'],
  ['/introducer', 'introducer'],
  ['/notification'],
  ['/payment', 'payment'],
  ['/payment/gbp', 'payment'],
  ['/payment/eur', 'payment'],
  ['/payment/thb', 'payment'],
  ['/payment/swt', 'payment'],
  ['/payment/bulk', 'payment'],
  ['/payments', 'payment'],
  ['/pending-payment-domestic', 'payment'],
  ['/pending-payment-domestic/detail/{paymentuid}', 'payment'],
  ['/pending-swift-payment', 'swiftpending'],
  ['/payee', 'payee'],
  ['/payee/view/{currency}/{type}', 'payee'],
  ['/payee/add/{currency}/{type}', 'payee'],
  ['/payee/edit/{currency}/{type}/{uid}', 'payee'],
  ['/auto-fx', 'autofx'],
  ['/request-fx', 'manualfx'],
  ['/standing-order', 'standingorder'],
  ['/standing-order/add', 'standingorder'],
  ['/instant-bank-payment', 'instant'],
  ['/instant-bank-payment/create', 'instant'],
  ['/instant-bank-payment/payment/{uid}', 'instant'],
  ['/profile', 'viewprofile'],
  ['/change-password', 'changepassword'],
  ['/user-management', 'usermanage'],
  ['/receive-bank-transfer', 'receive'],
  ['/terms-and-conditions', 'term'],
  ['/price-tariff', 'pricetariff'],
  ['/device', 'devicemanage'],
  ['/transfer', 'payment'],
  ['/help'],
  ['/pis-service/response'],
];

const walletPaths: readonly (readonly [path: string, access?: AccessKey])[] = [
  ['/wallet/dashboard'],
  ['/wallet/notification'],
  ['/wallet/account'],
  ['/wallet/account/{currency}/{bankholderid}'],
  ['/wallet/payee', 'payee'],
  ['/wallet/send', 'payment'],
  ['/wallet/payments', 'payment'],
  ['/wallet/payments/{paymentuid}', 'payment'],
  ['/wallet/standing-order', 'standingorder'],
  ['/wallet/standing-order/add', 'standingorder'],
  ['/wallet/fx', 'autofx'],
  ['/wallet/rate-alert', 'autofx'],
  ['/wallet/favorite', 'payment'],
  ['/wallet/favorite/{uid}/send', 'payment'],
  ['/wallet/deposit'],
  ['/wallet/history', 'statement'],
  ['/wallet/statement', 'statement'],
  ['/wallet/introducer', 'introducer'],
  ['/wallet/user-management', 'usermanage'],
  ['/wallet/terms', 'term'],
  ['/wallet/price-tariff', 'pricetariff'],
  ['/wallet/upgrade'],
  ['/wallet/password', 'changepassword'],
  ['/wallet/profile', 'viewprofile'],
  ['/wallet/device', 'devicemanage'],
  ['/wallet/help'],
];

/** Their permissions are in the table `staffScreens`, which only the staff area loads. */
const managePaths = [
  '/manage/dashboard',
  '/manage/customer',
  '/manage/customer/{id}',
  '/manage/ghostconnect/{id}',
  '/manage/dealing',
  '/manage/review',
  '/manage/review/{paymentuid}',
  '/manage/api',
  '/manage/audit',
  '/manage/card-settlement',
  '/manage/queue/{key}',
  '/manage/setting/roles',
  '/manage/setting/autofx',
  '/manage/setting/swiftpayment',
  '/manage/setting/rate-offtime',
  '/manage/setting/marketing',
  '/manage/users/{id}/{plusuid}',
  '/manage/setting/scs',
  '/manage/setting/cpc',
  '/manage/setting/service-breaker',
  '/manage/setting/rules',
  '/manage/sign-in',
];

const withAccess =
  (area: Area) =>
  ([path, access]: readonly [string, AccessKey?]): Screen => ({ area, path, ...(access ? { access } : {}) });

/**
 * All 82 screens of the specification, plus the list of payments, bulk payments, approvals, payments, standing orders,
 * rate alerts, profile and devices of wallet customers, help, sign-up, invitations and, for staff, the pages of a customer, of work queues, of
 * card settlements, of the dealing desk and of one's own sign-in. The menu, the route guard and the coverage page read
 * this table.
 */
export const screens: readonly Screen[] = [
  ...publicPaths.map((path): Screen => ({ area: 'public', path })),
  ...plusPaths.map(withAccess('plus')),
  { area: 'plus', path: '/team-approval', business: true },
  ...walletPaths.map(withAccess('wallet')),
  ...managePaths.map((path): Screen => ({ area: 'manage', path })),
];

import { languages } from './messages/languages.ts';
import { type LazyScreen, lazyScreen } from './platform/navigation/lazy-screen.tsx';

const { all, later, staff } = languages.en;
/** The form of a public page needs texts of fields that signed-in pages have already. */
const laterWithAll = async () => ({ ...(await all()), ...(await later()) });

/** Its lists and dialogs are those of customers' passkeys. */
const staffWithLater = async () => ({ ...(await later()), ...(await staff()) });

const staffWithAll = async () => ({ ...(await all()), ...(await staff()) });

/** The pages of the staff area in two files: what customers load names fewer addresses. */
const managePage = (
  name:
    | 'ApiLogPage'
    | 'AuditLogPage'
    | 'AutoFxSettingPage'
    | 'CardSettlementPage'
    | 'CustomerPage'
    | 'CustomerSearchPage'
    | 'DealingDeskPage'
    | 'GhostConnectPage'
    | 'ManageDashboardPage'
    | 'MarketingSettingPage'
    | 'OwnSignInPage'
    | 'OffTimeSettingPage'
    | 'PairSettingPage'
    | 'ReviewCasePage'
    | 'ReviewPage'
    | 'RolesPage'
    | 'RuleSettingPage'
    | 'ServiceBreakerPage'
    | 'ServiceControlPage'
    | 'SubUserPage'
    | 'SwiftSettingPage'
    | 'WorkQueuePage',
  words: () => Promise<object> = staff,
) => lazyScreen(async () => (await import('./shell/manage/pages.ts')).managePages, name, words);
const staffEntryPage = (name: 'ManageInvitationPage' | 'ManageLoginPage' | 'OpenVisitPage') =>
  lazyScreen(async () => (await import('./shell/manage/entry-pages.ts')).entryPages, name, staffWithAll);

export const notFoundPage = lazyScreen(() => import('./shell/public/NotFoundPage.tsx'), 'NotFoundPage');
const paymentsPage = lazyScreen(() => import('./payments/payment/PaymentsPage.tsx'), 'PaymentsPage', later);
const paymentDetailPage = lazyScreen(
  () => import('./payments/payment/PaymentDetailPage.tsx'),
  'PaymentDetailPage',
  later,
);
const standingOrderPage = lazyScreen(
  () => import('./payments/standing-order/StandingOrderPage.tsx'),
  'StandingOrderPage',
  later,
);
const addStandingOrderPage = lazyScreen(
  () => import('./payments/standing-order/AddStandingOrderPage.tsx'),
  'AddStandingOrderPage',
  later,
);
const notificationPage = lazyScreen(
  () => import('./notifications/notification/NotificationPage.tsx'),
  'NotificationPage',
);
const bankReturnPage = lazyScreen(() => import('./payments/open-banking/BankReturnPage.tsx'), 'BankReturnPage', later);
const tariffPage = lazyScreen(() => import('./payments/tariff/TariffPage.tsx'), 'TariffPage', later);
const termsPage = lazyScreen(() => import('./customers/agreement/TermsPage.tsx'), 'TermsPage', later);
const changePasswordPage = lazyScreen(
  () => import('./identity/password/ChangePasswordPage.tsx'),
  'ChangePasswordPage',
  later,
);
const userManagementPage = lazyScreen(
  () => import('./customers/user/UserManagementPage.tsx'),
  'UserManagementPage',
  later,
);
const statementPage = lazyScreen(() => import('./accounts/statement/StatementPage.tsx'), 'StatementPage', later);
const profilePage = lazyScreen(() => import('./customers/profile/ProfilePage.tsx'), 'ProfilePage', later);
const devicePage = lazyScreen(() => import('./identity/device/DevicePage.tsx'), 'DevicePage', later);
const invitationPage = lazyScreen(
  () => import('./customers/invitation/InvitationPage.tsx'),
  'InvitationPage',
  laterWithAll,
);
const helpPage = lazyScreen(() => import('./customers/help/HelpPage.tsx'), 'HelpPage', laterWithAll);
const loginPage = lazyScreen(() => import('./identity/session/LoginPage.tsx'), 'LoginPage');

/**
 * Screens by their address in the contract's screen table. All others in that table are guarded, answer 404 and are
 * left out of menus.
 */
export const builtScreens: Readonly<Record<string, LazyScreen>> = {
  '/login': loginPage,
  '/109in': loginPage,
  '/lost-password': lazyScreen(() => import('./identity/recovery/RequestRecoveryPage.tsx'), 'LostPasswordPage', later),
  '/forgot-login': lazyScreen(() => import('./identity/recovery/ForgotLoginPage.tsx'), 'ForgotLoginPage', later),
  '/forgot-login/{token}': lazyScreen(
    () => import('./identity/recovery/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
    later,
  ),
  '/register': lazyScreen(() => import('./customers/registration/RegisterPage.tsx'), 'RegisterPage', laterWithAll),
  '/ref/{member_code}': lazyScreen(
    () => import('./customers/registration/RegisterPage.tsx'),
    'RegisterPage',
    laterWithAll,
  ),
  '/register-confirm': lazyScreen(
    () => import('./customers/registration/ConfirmAddressPage.tsx'),
    'ConfirmAddressPage',
    later,
  ),
  '/contact-recovery': lazyScreen(
    () => import('./customers/contact-recovery/ContactRecoveryPage.tsx'),
    'ContactRecoveryPage',
    later,
  ),
  '/invitation': invitationPage,
  '/invitation/{token}': invitationPage,
  '/reset-second-factor': lazyScreen(
    () => import('./customers/factor-reset/ResetFactorPage.tsx'),
    'ResetFactorPage',
    laterWithAll,
  ),
  '/verify': lazyScreen(() => import('./accounts/letter/VerifyLetterPage.tsx'), 'VerifyLetterPage', laterWithAll),
  '/logout': lazyScreen(() => import('./identity/session/LogoutPage.tsx'), 'LogoutPage'),
  '/403': lazyScreen(() => import('./shell/public/ForbiddenPage.tsx'), 'ForbiddenPage'),
  '/404': notFoundPage,
  '/know-your-customer': lazyScreen(
    () => import('./customers/kyc/KnowYourCustomerPage.tsx'),
    'KnowYourCustomerPage',
    laterWithAll,
  ),
  '/request/delete/account': lazyScreen(
    () => import('./customers/closure/CloseAccountPage.tsx'),
    'CloseAccountPage',
    laterWithAll,
  ),
  '/embedded/chart': lazyScreen(() => import('./fx/rate/EmbeddedChartPage.tsx'), 'EmbeddedChartPage'),
  '/embedded/review': lazyScreen(
    () => import('./customers/public-review/EmbeddedReviewPage.tsx'),
    'EmbeddedReviewPage',
    later,
  ),
  '/introducer': lazyScreen(() => import('./customers/referral/IntroducerPage.tsx'), 'IntroducerPage', later),
  '/dashboard': lazyScreen(() => import('./shell/home/DashboardPage.tsx'), 'DashboardPage'),
  '/help': helpPage,
  '/wallet/help': helpPage,
  '/statement': statementPage,
  '/wallet/statement': statementPage,
  '/card': lazyScreen(() => import('./cards/issued-card/CardPage.tsx'), 'CardPage', later),
  '/card/issue': lazyScreen(() => import('./cards/issued-card/IssueCardPage.tsx'), 'IssueCardPage', later),
  '/wallet/history': lazyScreen(() => import('./accounts/statement/HistoryPage.tsx'), 'HistoryPage', later),
  '/notification': notificationPage,
  '/payment': lazyScreen(() => import('./payments/payment-form/MakePaymentPage.tsx'), 'MakePaymentPage', later),
  '/payment/gbp': lazyScreen(() => import('./payments/payment-form/MakePaymentPage.tsx'), 'PaymentGbpPage', later),
  '/payment/eur': lazyScreen(() => import('./payments/payment-form/MakePaymentPage.tsx'), 'PaymentEurPage', later),
  '/payment/thb': lazyScreen(() => import('./payments/payment-form/MakePaymentPage.tsx'), 'PaymentThbPage', later),
  '/payment/bulk': lazyScreen(() => import('./payments/bulk/BulkPaymentPage.tsx'), 'BulkPaymentPage', later),
  '/payment/swt': lazyScreen(() => import('./payments/payment-form/MakePaymentPage.tsx'), 'PaymentAbroadPage', later),
  '/payments': paymentsPage,
  '/wallet/payments': paymentsPage,
  '/wallet/payments/{paymentuid}': paymentDetailPage,
  '/pending-payment-domestic': lazyScreen(
    () => import('./payments/payment/PaymentsPage.tsx'),
    'PendingPaymentsPage',
    later,
  ),
  '/pending-swift-payment': lazyScreen(() => import('./payments/payment/PaymentsPage.tsx'), 'PendingSwiftPage', later),
  '/pending-payment-domestic/detail/{paymentuid}': paymentDetailPage,
  '/team-approval': lazyScreen(() => import('./approvals/approval/ApprovalPage.tsx'), 'ApprovalPage', later),
  '/auto-fx': lazyScreen(() => import('./fx/auto-fx/AutoFxPage.tsx'), 'AutoFxPage', later),
  '/request-fx': lazyScreen(() => import('./fx/manual-fx/RequestFxPage.tsx'), 'RequestFxPage', later),
  '/standing-order': standingOrderPage,
  '/wallet/standing-order': standingOrderPage,
  '/standing-order/add': addStandingOrderPage,
  '/wallet/standing-order/add': addStandingOrderPage,
  '/payee': lazyScreen(() => import('./payees/payee/PayeeListPage.tsx'), 'PayeeListPage', later),
  '/payee/view/{currency}/{type}': lazyScreen(() => import('./payees/payee/PayeeViewPage.tsx'), 'PayeeViewPage', later),
  '/payee/add/{currency}/{type}': lazyScreen(() => import('./payees/payee/AddPayeePage.tsx'), 'AddPayeePage', later),
  '/payee/edit/{currency}/{type}/{uid}': lazyScreen(
    () => import('./payees/payee/EditPayeePage.tsx'),
    'EditPayeePage',
    later,
  ),
  '/transfer': lazyScreen(() => import('./fx/conversion/TransferPage.tsx'), 'TransferPage', later),
  '/instant-bank-payment': lazyScreen(
    () => import('./payments/open-banking/InstantPaymentsPage.tsx'),
    'InstantPaymentsPage',
    later,
  ),
  '/instant-bank-payment/create': lazyScreen(
    () => import('./payments/open-banking/StartInstantPaymentPage.tsx'),
    'StartInstantPaymentPage',
    later,
  ),
  '/instant-bank-payment/payment/{uid}': lazyScreen(
    () => import('./payments/open-banking/InstantPaymentPage.tsx'),
    'InstantPaymentPage',
    later,
  ),
  '/pis-service/response': bankReturnPage,
  '/app/pis/response': bankReturnPage,
  '/receive-bank-transfer': lazyScreen(
    () => import('./accounts/bank-account/ReceiveTransferPage.tsx'),
    'ReceiveTransferPage',
  ),
  '/profile': profilePage,
  '/wallet/profile': profilePage,
  '/device': devicePage,
  '/wallet/device': devicePage,
  '/change-password': changePasswordPage,
  '/wallet/password': changePasswordPage,
  '/user-management': userManagementPage,
  '/wallet/user-management': userManagementPage,
  '/terms-and-conditions': termsPage,
  '/wallet/terms': termsPage,
  '/price-tariff': tariffPage,
  '/wallet/price-tariff': tariffPage,
  '/wallet/dashboard': lazyScreen(() => import('./shell/home/WalletDashboardPage.tsx'), 'WalletDashboardPage'),
  '/wallet/deposit': lazyScreen(() => import('./cards/top-up/DepositPage.tsx'), 'DepositPage', later),
  '/wallet/payment-topup': lazyScreen(() => import('./cards/top-up/TopUpReturnPage.tsx'), 'TopUpReturnPage', later),
  '/wallet/payee': lazyScreen(() => import('./payees/payee/WalletPayeePage.tsx'), 'WalletPayeePage', later),
  '/wallet/account': lazyScreen(() => import('./accounts/wallet/WalletListPage.tsx'), 'WalletListPage', later),
  '/wallet/account/{currency}/{bankholderid}': lazyScreen(
    () => import('./accounts/wallet/WalletPage.tsx'),
    'WalletPage',
    later,
  ),
  '/wallet/send': lazyScreen(() => import('./shell/wallet/WalletSendPage.tsx'), 'WalletSendPage', later),
  '/wallet/fx': lazyScreen(() => import('./fx/conversion/TransferPage.tsx'), 'TransferPage', later),
  '/wallet/favorite': lazyScreen(() => import('./payments/favourite/FavouritePage.tsx'), 'FavouritePage', later),
  '/wallet/favorite/{uid}/send': lazyScreen(
    () => import('./payments/favourite/FavouriteSendPage.tsx'),
    'FavouriteSendPage',
    later,
  ),
  '/wallet/introducer': lazyScreen(
    () => import('./customers/referral/IntroducerPage.tsx'),
    'WalletIntroducerPage',
    later,
  ),
  '/wallet/notification': notificationPage,
  '/wallet/upgrade': lazyScreen(() => import('./customers/upgrade/UpgradePage.tsx'), 'UpgradePage', later),
  '/wallet/rate-alert': lazyScreen(
    () => import('./fx/rate-alert/WalletRateAlertPage.tsx'),
    'WalletRateAlertPage',
    later,
  ),
  '/manage-login': staffEntryPage('ManageLoginPage'),
  '/manage-invitation': staffEntryPage('ManageInvitationPage'),
  '/manage-invitation/{token}': staffEntryPage('ManageInvitationPage'),
  '/loginasstaff': staffEntryPage('OpenVisitPage'),
  '/loginasstaff/{token}': staffEntryPage('OpenVisitPage'),
  '/manage/ghostconnect/{id}': managePage('GhostConnectPage'),
  '/manage/dealing': managePage('DealingDeskPage'),
  '/manage/review': managePage('ReviewPage'),
  '/manage/review/{paymentuid}': managePage('ReviewCasePage'),
  '/manage/api': managePage('ApiLogPage'),
  '/manage/audit': managePage('AuditLogPage'),
  '/manage/card-settlement': managePage('CardSettlementPage'),
  '/manage/customer': managePage('CustomerSearchPage'),
  '/manage/customer/{id}': managePage('CustomerPage'),
  '/manage/users/{id}/{plusuid}': managePage('SubUserPage'),
  '/manage/setting/roles': managePage('RolesPage'),
  '/manage/setting/service-breaker': managePage('ServiceBreakerPage'),
  '/manage/setting/scs': managePage('ServiceControlPage'),
  '/manage/setting/autofx': managePage('AutoFxSettingPage'),
  '/manage/setting/swiftpayment': managePage('SwiftSettingPage'),
  '/manage/setting/rate-offtime': managePage('OffTimeSettingPage'),
  '/manage/setting/marketing': managePage('MarketingSettingPage'),
  '/manage/setting/cpc': managePage('PairSettingPage'),
  '/manage/setting/rules': managePage('RuleSettingPage'),
  '/manage/dashboard': managePage('ManageDashboardPage'),
  '/manage/queue/{key}': managePage('WorkQueuePage'),
  '/manage/sign-in': managePage('OwnSignInPage', staffWithLater),
};

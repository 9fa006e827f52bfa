import { type LazyScreen, lazyScreen } from './kernel/lazy-screen.tsx';
import { languages } from './messages/languages.ts';

const { later } = languages.en;

export const notFoundPage = lazyScreen(() => import('./areas/public/NotFoundPage.tsx'), 'NotFoundPage');
const notificationPage = lazyScreen(() => import('./notification/NotificationPage.tsx'), 'NotificationPage');
const bankReturnPage = lazyScreen(() => import('./instant-payment/BankReturnPage.tsx'), 'BankReturnPage', later);
const loginPage = lazyScreen(() => import('./session/LoginPage.tsx'), 'LoginPage');

/**
 * Screens by their address in the contract's screen table. All others in that table are guarded, answer 404 and are
 * left out of menus.
 */
export const builtScreens: Readonly<Record<string, LazyScreen>> = {
  '/login': loginPage,
  '/109in': loginPage,
  '/logout': lazyScreen(() => import('./session/LogoutPage.tsx'), 'LogoutPage'),
  '/403': lazyScreen(() => import('./areas/public/ForbiddenPage.tsx'), 'ForbiddenPage'),
  '/404': notFoundPage,
  '/know-your-customer': lazyScreen(() => import('./kyc/KnowYourCustomerPage.tsx'), 'KnowYourCustomerPage'),
  '/embedded/chart': lazyScreen(() => import('./rate/EmbeddedChartPage.tsx'), 'EmbeddedChartPage'),
  '/dashboard': lazyScreen(() => import('./bank-account/DashboardPage.tsx'), 'DashboardPage'),
  '/statement': lazyScreen(() => import('./statement/StatementPage.tsx'), 'StatementPage', later),
  '/notification': notificationPage,
  '/payment': lazyScreen(() => import('./payment/PaymentTypesPage.tsx'), 'PaymentTypesPage'),
  '/payment/gbp': lazyScreen(() => import('./payment/PaymentFormPage.tsx'), 'PaymentGbpPage', later),
  '/payment/eur': lazyScreen(() => import('./payment/PaymentFormPage.tsx'), 'PaymentEurPage', later),
  '/payment/thb': lazyScreen(() => import('./payment/PaymentFormPage.tsx'), 'PaymentThbPage', later),
  '/payment/bulk': lazyScreen(() => import('./bulk-payment/BulkPaymentPage.tsx'), 'BulkPaymentPage', later),
  '/payment/swt': lazyScreen(() => import('./global-payment/GlobalPaymentPage.tsx'), 'GlobalPaymentPage', later),
  '/pending-payment-domestic': lazyScreen(
    () => import('./payment/PendingPaymentsPage.tsx'),
    'PendingPaymentsPage',
    later,
  ),
  '/pending-swift-payment': lazyScreen(() => import('./payment/PendingPaymentsPage.tsx'), 'PendingSwiftPage', later),
  '/pending-payment-domestic/detail/{paymentuid}': lazyScreen(
    () => import('./payment/PaymentDetailPage.tsx'),
    'PaymentDetailPage',
    later,
  ),
  '/team-approval': lazyScreen(() => import('./team-approval/TeamApprovalPage.tsx'), 'TeamApprovalPage', later),
  '/auto-fx': lazyScreen(() => import('./auto-fx/AutoFxPage.tsx'), 'AutoFxPage', later),
  '/request-fx': lazyScreen(() => import('./manual-fx/RequestFxPage.tsx'), 'RequestFxPage', later),
  '/standing-order': lazyScreen(() => import('./standing-order/StandingOrderPage.tsx'), 'StandingOrderPage', later),
  '/standing-order/add': lazyScreen(
    () => import('./standing-order/AddStandingOrderPage.tsx'),
    'AddStandingOrderPage',
    later,
  ),
  '/payee': lazyScreen(() => import('./payee/PayeeListPage.tsx'), 'PayeeListPage', later),
  '/payee/view/{currency}/{type}': lazyScreen(() => import('./payee/PayeeViewPage.tsx'), 'PayeeViewPage', later),
  '/payee/add/{currency}/{type}': lazyScreen(() => import('./payee/AddPayeePage.tsx'), 'AddPayeePage', later),
  '/payee/edit/{currency}/{type}/{uid}': lazyScreen(() => import('./payee/EditPayeePage.tsx'), 'EditPayeePage', later),
  '/transfer': lazyScreen(() => import('./fx/TransferPage.tsx'), 'TransferPage', later),
  '/instant-bank-payment': lazyScreen(
    () => import('./instant-payment/InstantPaymentsPage.tsx'),
    'InstantPaymentsPage',
    later,
  ),
  '/instant-bank-payment/create': lazyScreen(
    () => import('./instant-payment/StartInstantPaymentPage.tsx'),
    'StartInstantPaymentPage',
    later,
  ),
  '/instant-bank-payment/payment/{uid}': lazyScreen(
    () => import('./instant-payment/InstantPaymentPage.tsx'),
    'InstantPaymentPage',
    later,
  ),
  '/pis-service/response': bankReturnPage,
  '/app/pis/response': bankReturnPage,
  '/receive-bank-transfer': lazyScreen(() => import('./bank-account/ReceiveTransferPage.tsx'), 'ReceiveTransferPage'),
  '/wallet/dashboard': lazyScreen(() => import('./wallet/WalletDashboardPage.tsx'), 'WalletDashboardPage'),
  '/wallet/payee': lazyScreen(() => import('./payee/WalletPayeePage.tsx'), 'WalletPayeePage', later),
  '/wallet/notification': notificationPage,
  '/wallet/upgrade': lazyScreen(() => import('./upgrade/UpgradePage.tsx'), 'UpgradePage', later),
  '/wallet/rate-alert': lazyScreen(() => import('./rate-alert/WalletRateAlertPage.tsx'), 'WalletRateAlertPage'),
  '/manage-login': lazyScreen(() => import('./staff/ManageLoginPage.tsx'), 'ManageLoginPage'),
  '/manage/dashboard': lazyScreen(() => import('./staff/ManageDashboardPage.tsx'), 'ManageDashboardPage'),
};

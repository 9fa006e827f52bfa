import { accountStatus } from './en/account-status.ts';
import { agreement } from './en/agreement.ts';
import { autoFx } from './en/auto-fx.ts';
import { bulkPayment } from './en/bulk-payment.ts';
import { cardPayment } from './en/card-payment.ts';
import { closingPack } from './en/closing-pack.ts';
import { closure } from './en/closure.ts';
import { compensation } from './en/compensation.ts';
import { contactRecovery } from './en/contact-recovery.ts';
import { deposit } from './en/deposit.ts';
import { device } from './en/device.ts';
import { document } from './en/document.ts';
import { factorReset } from './en/factor-reset.ts';
import { favourite } from './en/favourite.ts';
import { fx } from './en/fx.ts';
import { globalPayment } from './en/global-payment.ts';
import { instantPayment } from './en/instant-payment.ts';
import { introducerPartner } from './en/introducer-partner.ts';
import { invitation } from './en/invitation.ts';
import { issuedCard } from './en/issued-card.ts';
import { kycPage } from './en/kyc-page.ts';
import { letter } from './en/letter.ts';
import { manualFx } from './en/manual-fx.ts';
import { memberTransfer } from './en/member-transfer.ts';
import { password } from './en/password.ts';
import { payeePage } from './en/payee-page.ts';
import { payment } from './en/payment.ts';
import { paymentForm } from './en/payment-form.ts';
import { paymentList } from './en/payment-list.ts';
import { profile } from './en/profile.ts';
import { publicReview } from './en/public-review.ts';
import { rateAlert } from './en/rate-alert.ts';
import { recovery } from './en/recovery.ts';
import { referral } from './en/referral.ts';
import { registration } from './en/registration.ts';
import { review } from './en/review.ts';
import { search } from './en/search.ts';
import { secondFactor } from './en/second-factor.ts';
import { serviceNotice } from './en/service-notice.ts';
import { standingOrder } from './en/standing-order.ts';
import { statement } from './en/statement.ts';
import { statementExport } from './en/statement-export.ts';
import { switching } from './en/switching.ts';
import { tariff } from './en/tariff.ts';
import { teamApproval } from './en/team-approval.ts';
import { upgrade } from './en/upgrade.ts';
import { userManagement } from './en/user-management.ts';
import { visit } from './en/visit.ts';
import { walletPage } from './en/wallet-page.ts';

export const onDemandMessages = {
  visit,
  serviceNotice,
  standingOrder,
  instantPayment,
  introducerPartner,
  bulkPayment,
  factorReset,
  favourite,
  fx,
  globalPayment,
  issuedCard,
  kycPage,
  letter,
  manualFx,
  autoFx,
  payeePage,
  payment,
  paymentForm,
  paymentList,
  cardPayment,
  closingPack,
  closure,
  compensation,
  contactRecovery,
  deposit,
  device,
  document,
  password,
  profile,
  publicReview,
  recovery,
  referral,
  registration,
  review,
  search,
  secondFactor,
  statement,
  statementExport,
  upgrade,
  accountStatus,
  agreement,
  switching,
  tariff,
  teamApproval,
  rateAlert,
  userManagement,
  invitation,
  memberTransfer,
  walletPage,
} as const;

import { letter } from '../accounts/letter/letter.texts.ts';
import { closingPack, statement, statementExport } from '../accounts/statement/statement.texts.ts';
import { walletPage } from '../accounts/wallet/wallet-page.texts.ts';
import { teamApproval } from '../approvals/approval/approval.texts.ts';
import { review } from '../back-office/review/questions.texts.ts';
import { cardPayment } from '../cards/card-payment/card-payment.texts.ts';
import { issuedCard } from '../cards/issued-card/issued-card.texts.ts';
import { deposit } from '../cards/top-up/top-up.texts.ts';
import { document } from '../checks/document/document.texts.ts';
import { accountStatus } from '../customers/account-status/account-status.texts.ts';
import { agreement } from '../customers/agreement/agreement.texts.ts';
import { closure } from '../customers/closure/closure.texts.ts';
import { contactRecovery } from '../customers/contact-recovery/contact-recovery.texts.ts';
import { factorReset } from '../customers/factor-reset/factor-reset.texts.ts';
import { help } from '../customers/help/help.texts.ts';
import { introducerPartner } from '../customers/introducer-partner/introducer-partner.texts.ts';
import { invitation } from '../customers/invitation/invitation.texts.ts';
import { kycPage } from '../customers/kyc/kyc-page.texts.ts';
import { profile } from '../customers/profile/profile.texts.ts';
import { publicReview } from '../customers/public-review/public-review.texts.ts';
import { referral } from '../customers/referral/referral.texts.ts';
import { registration } from '../customers/registration/registration.texts.ts';
import { upgrade } from '../customers/upgrade/upgrade.texts.ts';
import { userManagement } from '../customers/user/user.texts.ts';
import { autoFx } from '../fx/auto-fx/auto-fx.texts.ts';
import { fx } from '../fx/conversion/conversion.texts.ts';
import { manualFx } from '../fx/manual-fx/manual-fx.texts.ts';
import { targetRate } from '../fx/rate/target-rate.texts.ts';
import { rateAlert } from '../fx/rate-alert/rate-alert.texts.ts';
import { device } from '../identity/device/device.texts.ts';
import { password } from '../identity/password/password.texts.ts';
import { recovery } from '../identity/recovery/recovery.texts.ts';
import { secondFactor } from '../identity/second-factor/second-factor.texts.ts';
import { payeePage } from '../payees/payee/payee-page.texts.ts';
import { bulkPayment } from '../payments/bulk/bulk.texts.ts';
import { favourite } from '../payments/favourite/favourite.texts.ts';
import { paymentForm } from '../payments/initiation/initiation.texts.ts';
import { memberTransfer } from '../payments/member-transfer/member-transfer.texts.ts';
import { instantPayment } from '../payments/open-banking/open-banking.texts.ts';
import { compensation, payment, paymentList } from '../payments/payment/payment.texts.ts';
import { makePayment } from '../payments/payment-form/payment-form.texts.ts';
import { standingOrder } from '../payments/standing-order/standing-order.texts.ts';
import { tariff } from '../payments/tariff/tariff.texts.ts';
import { rightNotice } from '../shell/plus/right-notice.texts.ts';
import { search } from '../shell/search/search.texts.ts';
import { serviceNotice } from '../shell/service-notice.texts.ts';
import { switching } from '../shell/switching/switching.texts.ts';
import { visit } from '../shell/visit/visit.texts.ts';

export const onDemandMessages = {
  visit,
  serviceNotice,
  standingOrder,
  instantPayment,
  introducerPartner,
  bulkPayment,
  factorReset,
  help,
  favourite,
  fx,
  issuedCard,
  kycPage,
  letter,
  makePayment,
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
  rightNotice,
  targetRate,
  userManagement,
  invitation,
  memberTransfer,
  walletPage,
} as const;

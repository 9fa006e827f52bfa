import { sanctionsAlertLifecycle } from './back-office/review/decide-sanctions-alert.ts';
import { informationRequestLifecycle } from './back-office/review/request-information.ts';
import { cardPaymentLifecycle } from './cards/card-payment/card-payment-lifecycle.ts';
import { cardDisputeLifecycle } from './cards/card-payment/dispute-lifecycle.ts';
import { cardSettlementLifecycle } from './cards/card-payment/settlement-lifecycle.ts';
import { issuedCardLifecycle } from './cards/issued-card/issued-card-lifecycle.ts';
import { topUpLifecycle } from './cards/top-up/top-up-lifecycle.ts';
import { documentLifecycle } from './checks/document/document-lifecycle.ts';
import { closureLifecycle } from './customers/closure/closure-lifecycle.ts';
import { contactRecoveryLifecycle } from './customers/contact-recovery/contact-recovery-lifecycle.ts';
import { accountStatusLifecycle } from './customers/customer/account-status-lifecycle.ts';
import { membershipLifecycle } from './customers/customer/membership-lifecycle.ts';
import { factorResetLifecycle } from './customers/factor-reset/factor-reset-lifecycle.ts';
import { itemLifecycle } from './customers/kyc/item-lifecycle.ts';
import { applicationLifecycle } from './customers/kyc/kyc-lifecycle.ts';
import { referralLifecycle } from './customers/referral/referral-lifecycle.ts';
import { upgradeLifecycle } from './customers/upgrade/upgrade-lifecycle.ts';
import { autoOrderLifecycle } from './fx/auto-fx/order-lifecycle.ts';
import { dealLifecycle } from './fx/manual-fx/deal-lifecycle.ts';
import { bulkRowLifecycle } from './payments/bulk/row-lifecycle.ts';
import { instantPaymentLifecycle } from './payments/open-banking/instant-payment-lifecycle.ts';
import { paymentLifecycle } from './payments/payment/payment-lifecycle.ts';
import { occurrenceLifecycle, orderLifecycle } from './payments/standing-order/order-lifecycle.ts';
import type { AnyLifecycle } from './platform/lifecycle/lifecycle.ts';

/** Every state machine, for docs/states.md and for the tests that hold for all. */
export const lifecycles: readonly AnyLifecycle[] = [
  paymentLifecycle,
  instantPaymentLifecycle,
  topUpLifecycle,
  issuedCardLifecycle,
  cardPaymentLifecycle,
  cardSettlementLifecycle,
  cardDisputeLifecycle,
  accountStatusLifecycle,
  closureLifecycle,
  membershipLifecycle,
  contactRecoveryLifecycle,
  applicationLifecycle,
  itemLifecycle,
  factorResetLifecycle,
  upgradeLifecycle,
  referralLifecycle,
  dealLifecycle,
  documentLifecycle,
  autoOrderLifecycle,
  informationRequestLifecycle,
  sanctionsAlertLifecycle,
  orderLifecycle,
  occurrenceLifecycle,
  bulkRowLifecycle,
];

import { apiLogSetting } from './back-office/api-log/api-log.settings.ts';
import { compensationCeiling } from './back-office/compensation/compensation.settings.ts';
import { claimRule, dualControlThreshold, releaseLimit } from './back-office/review/review.settings.ts';
import { permissionSetting } from './back-office/role/role.settings.ts';
import { statusChangeSetting } from './back-office/status-change/status-change.settings.ts';
import { cardPaymentRule } from './cards/card-payment/card-payment.settings.ts';
import { cardRule, cardSetting } from './cards/issued-card/issued-card.settings.ts';
import { topUpRule } from './cards/top-up/top-up.settings.ts';
import { documentSetting } from './checks/document/document.settings.ts';
import { screeningThreshold } from './checks/screening/screening.settings.ts';
import { closureSetting } from './customers/closure/closure.settings.ts';
import { partnerMinimum, partnerRule } from './customers/introducer-partner/introducer-partner.settings.ts';
import { conditionalLimit, kycSetting } from './customers/kyc/kyc.settings.ts';
import { noticeRule } from './customers/price-notice/price-notice.settings.ts';
import { referralOffer } from './customers/referral/referral.settings.ts';
import { upgradeSetting } from './customers/upgrade/upgrade.settings.ts';
import { autoFxSetting } from './fx/auto-fx/auto-fx.settings.ts';
import { marketHours, priceRule, quoteSetting } from './fx/conversion/conversion.settings.ts';
import { dealerLimit } from './fx/manual-fx/manual-fx.settings.ts';
import { marketingRule } from './fx/marketing/marketing.ts';
import { rateDeskSetting } from './fx/rate/rate.settings.ts';
import { coolingLimit } from './identity/pin/pin.settings.ts';
import { depositLimit } from './payments/open-banking/open-banking.settings.ts';
import {
  bankHoliday,
  holidayCalendar,
  paymentSetting,
  reviewRule,
  rfiReasonCode,
  schedulingRule,
} from './payments/payment/payment.settings.ts';
import {
  chargeRule,
  feeRule,
  limitRule,
  newPayeeLimit,
  regulatoryRequirement,
} from './payments/pricing/pricing.settings.ts';
import { standingOrderSetting } from './payments/standing-order/standing-order.settings.ts';
import type { Setting } from './platform/settings/setting.ts';
import { countryRule } from './reference/country/country.settings.ts';
import { payeeBankLimit, railRule } from './reference/rail/rail.ts';
import { breakerRule } from './reference/service-breaker/service-breaker.ts';

/** Every table with rows that take effect at a time. A test compares the list with the database. */
export const settings: readonly Setting[] = [
  apiLogSetting,
  autoFxSetting,
  bankHoliday,
  breakerRule,
  cardPaymentRule,
  cardRule,
  cardSetting,
  chargeRule,
  claimRule,
  closureSetting,
  compensationCeiling,
  conditionalLimit,
  coolingLimit,
  countryRule,
  dealerLimit,
  depositLimit,
  documentSetting,
  dualControlThreshold,
  feeRule,
  holidayCalendar,
  kycSetting,
  limitRule,
  marketHours,
  marketingRule,
  newPayeeLimit,
  partnerMinimum,
  partnerRule,
  noticeRule,
  payeeBankLimit,
  permissionSetting,
  paymentSetting,
  priceRule,
  quoteSetting,
  railRule,
  rateDeskSetting,
  referralOffer,
  regulatoryRequirement,
  releaseLimit,
  reviewRule,
  rfiReasonCode,
  schedulingRule,
  screeningThreshold,
  standingOrderSetting,
  statusChangeSetting,
  topUpRule,
  upgradeSetting,
];

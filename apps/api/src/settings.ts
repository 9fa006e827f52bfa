import { compensationCeiling } from './back-office/compensation/compensation.settings.ts';
import { dualControlThreshold } from './back-office/review/review.settings.ts';
import { permissionSetting } from './back-office/role/role.settings.ts';
import { topUpRule } from './cards/top-up/top-up.settings.ts';
import { documentSetting } from './checks/document/document.settings.ts';
import { screeningThreshold } from './checks/screening/screening.settings.ts';
import { closureSetting } from './customers/closure/closure.settings.ts';
import { conditionalLimit, kycSetting } from './customers/kyc/kyc.settings.ts';
import { upgradeSetting } from './customers/upgrade/upgrade.settings.ts';
import { autoFxSetting } from './fx/auto-fx/auto-fx.settings.ts';
import { marketHours, priceRule, quoteSetting } from './fx/conversion/conversion.settings.ts';
import { dealerLimit } from './fx/manual-fx/manual-fx.settings.ts';
import { coolingLimit } from './identity/pin/pin.settings.ts';
import { depositLimit } from './payments/open-banking/open-banking.settings.ts';
import {
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

/** Every table with rows that take effect at a time. A test compares the list with the database. */
export const settings: readonly Setting[] = [
  autoFxSetting,
  chargeRule,
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
  newPayeeLimit,
  payeeBankLimit,
  permissionSetting,
  paymentSetting,
  priceRule,
  quoteSetting,
  railRule,
  regulatoryRequirement,
  reviewRule,
  rfiReasonCode,
  schedulingRule,
  screeningThreshold,
  standingOrderSetting,
  topUpRule,
  upgradeSetting,
];

import { cardPaymentRule } from '../../cards/card-payment/card-payment.ts';
import { cardRule, cardSetting } from '../../cards/issued-card/issued-card.ts';
import { topUpRule } from '../../cards/top-up/top-up.ts';
import { documentSetting } from '../../checks/document/document.ts';
import { screeningThreshold } from '../../checks/screening/screening.ts';
import { closureSetting } from '../../customers/closure/closure.ts';
import { partnerMinimum } from '../../customers/introducer-partner/introducer-partner.ts';
import { conditionalLimit, kycSetting } from '../../customers/kyc/kyc.ts';
import { noticeRule } from '../../customers/price-notice/price-notice.ts';
import { upgradeSetting } from '../../customers/upgrade/upgrade.ts';
import { quoteSetting } from '../../fx/conversion/conversion.ts';
import { rateDeskSetting } from '../../fx/rate/rate.ts';
import { coolingLimit } from '../../identity/pin/pin.ts';
import { depositLimit } from '../../payments/open-banking/open-banking.ts';
import {
  bankHoliday,
  holidayCalendar,
  paymentSetting,
  reviewRule,
  rfiReasonCode,
  schedulingRule,
} from '../../payments/payment/payment.ts';
import { feeRule, limitRule, newPayeeLimit, regulatoryRequirement } from '../../payments/pricing/pricing.ts';
import { standingOrderSetting } from '../../payments/standing-order/standing-order.ts';
import { payeeBankLimit, railRule } from '../../reference/rail/rail.ts';
import { apiLogSetting } from '../api-log/api-log.ts';
import { compensationCeiling } from '../compensation/compensation.ts';
import { claimRule, dualControlThreshold } from '../review/review.ts';
import { statusChangeSetting } from '../status-change/status-change.ts';
import type { SheetTable } from './setting-tables.ts';

/** The rows of SWIFT are on a page of their own. */
const except = { rail: 'swift' };
const rail = { rail: 'rail', currency: 'currency' };
const railOfTier = { ...rail, tier: 'tier' };
const perPeriod = { perPayment: 'per_payment_minor', perDay: 'per_day_minor' };
const minAndMax = { min: 'min_minor', max: 'max_minor' };

/** Under the names of the columns in `railTimes`. */
export const railTimeColumns = {
  calendar: 'calendar',
  arrivalSeconds: 'arrival_seconds',
  arrivalDays: 'arrival_days',
  responseTimeout: 'response_timeout_seconds',
  enquiryInterval: 'enquiry_interval_seconds',
  resubmitWindow: 'resubmit_window_seconds',
  abandonAfter: 'abandon_after_seconds',
};

export const ruleTables: Readonly<Record<string, SheetTable>> = {
  payments: {
    setting: paymentSetting,
    columns: {
      duplicateMinutes: 'duplicate_minutes',
      reviewUpdateHours: 'update_interval_hours',
      reviewDecisionHours: 'decision_sla_hours',
      answerDays: 'hold_days',
      reminderDays: 'reminder_days',
      overdueUpdateHours: 'overdue_update_hours',
    },
  },
  railFees: { setting: feeRule, except, columns: { ...railOfTier, fixed: 'fee_minor' } },
  priceNotice: {
    setting: noticeRule,
    columns: { tier: 'tier', noticeMonths: 'notice_months', approvalDays: 'approval_days' },
  },
  rails: {
    setting: railRule,
    except,
    columns: {
      ...rail,
      ...minAndMax,
      opens: 'opens_minute',
      cutoff: 'closes_minute',
      zone: 'time_zone',
      ...railTimeColumns,
    },
  },
  scheduling: {
    setting: schedulingRule,
    columns: {
      maxDaysAhead: 'max_days_ahead',
      firstAttempt: 'first_attempt_time',
      retryMinutes: 'retry_minutes',
      fundingWorkingDays: 'funding_working_days',
    },
  },
  standingOrders: {
    setting: standingOrderSetting,
    columns: {
      maxOpenOrders: 'max_open_orders',
      maxDaysAhead: 'max_days_ahead',
      firstAttempt: 'first_attempt_time',
      retries: 'retries',
      warnAt: 'warn_at',
      waitDays: 'hold_days',
    },
  },
  calendars: {
    setting: holidayCalendar,
    columns: { calendar: 'calendar', knownUntil: 'known_until', source: 'source' },
  },
  bankHolidays: {
    setting: bankHoliday,
    columns: { calendar: 'calendar', day: 'day', name: 'name', assumed: 'assumed', isClosed: 'is_closed' },
  },
  requirements: {
    setting: regulatoryRequirement,
    columns: { partner: 'partner', ...rail, requiredFields: 'required_fields' },
  },
  questionCodes: { setting: rfiReasonCode, columns: { code: 'code', isQuestion: 'is_rfi' } },
  railLimits: { setting: limitRule, except, columns: { ...railOfTier, ...perPeriod } },
  deposits: { setting: depositLimit, columns: { currency: 'currency', ...minAndMax } },
  cooling: { setting: coolingLimit, columns: { currency: 'currency', max: 'limit_minor' } },
  newPayees: { setting: newPayeeLimit, columns: { currency: 'currency', max: 'limit_minor', hours: 'hours' } },
  // PromptPay is the only rail that reads them.
  payeeBanks: {
    setting: payeeBankLimit,
    only: { rail: 'promptpay' },
    columns: { bankCode: 'bank_code', max: 'max_minor' },
  },
  topUps: {
    setting: topUpRule,
    columns: {
      currency: 'currency',
      feeBps: 'fee_bps',
      ...minAndMax,
      perDay: 'per_day_minor',
      acceptedFunding: 'accepted_funding',
    },
  },
  issuedCards: {
    setting: cardSetting,
    columns: {
      isOffered: 'is_offered',
      renewalDays: 'renewal_days',
      deliveryDaysMin: 'delivery_days_min',
      deliveryDaysMax: 'delivery_days_max',
      cardsPerPerson: 'cards_per_person',
    },
  },
  cardLimits: {
    setting: cardRule,
    columns: {
      currency: 'currency',
      virtualFee: 'virtual_fee_minor',
      physicalFee: 'physical_fee_minor',
      replacementFee: 'replacement_fee_minor',
      firstPerPayment: 'per_payment_minor',
      firstDaily: 'daily_minor',
      firstMonthly: 'monthly_minor',
      maxPerPayment: 'max_per_payment_minor',
      maxDaily: 'max_daily_minor',
      maxMonthly: 'max_monthly_minor',
    },
  },
  cardPayments: {
    setting: cardPaymentRule,
    columns: { abroadFeeBps: 'fee_bps', receiptReminderDays: 'receipt_reminder_days' },
  },
  kyc: {
    setting: kycSetting,
    columns: {
      actionDays: 'action_days',
      conditionDays: 'condition_days',
      enquiryMinutes: 'enquiry_minutes',
      silenceHours: 'silence_hours',
      reviewHours: 'review_hours',
      refreshPersonMonths: 'refresh_person_months',
      refreshBusinessMonths: 'refresh_business_months',
      refreshNoticeDays: 'refresh_notice_days',
      refreshGraceDays: 'refresh_grace_days',
      linkDays: 'link_days',
    },
  },
  conditionalLimits: { setting: conditionalLimit, columns: { currency: 'currency', ...perPeriod } },
  screening: { setting: screeningThreshold, columns: { similarity: 'thousandths' } },
  upgrade: {
    setting: upgradeSetting,
    columns: { kycGapDays: 'kyc_gap_days', reviewDays: 'review_days', accountOpeningHours: 'account_opening_hours' },
  },
  quotes: {
    setting: quoteSetting,
    columns: {
      quotesPerMinute: 'quotes_per_minute',
      displayedSeconds: 'displayed_rate_seconds',
      displayedToleranceBps: 'displayed_rate_tolerance_bps',
      approvalToleranceBps: 'approval_tolerance_bps',
    },
  },
  rateDesk: { setting: rateDeskSetting, columns: { deviationBps: 'deviation_bps', maxHours: 'max_hours' } },
  closure: { setting: closureSetting, columns: { graceDays: 'grace_days', clearingDays: 'clearing_days' } },
  statusChange: { setting: statusChangeSetting, columns: { noticeDays: 'notice_days', reviewDays: 'review_days' } },
  files: { setting: documentSetting, columns: { unattachedHours: 'unattached_retention_hours' } },
  apiLog: { setting: apiLogSetting, columns: { keptDays: 'kept_days' } },
  railReview: {
    setting: reviewRule,
    except,
    columns: { ...rail, above: 'above_minor', documents: 'documents' },
  },
  reviewClaims: { setting: claimRule, columns: { claimMinutes: 'minutes' } },
  dualControl: { setting: dualControlThreshold, columns: { currency: 'currency', above: 'above_minor' } },
  partnerMinimum: { setting: partnerMinimum, columns: { currency: 'currency', min: 'min_minor' } },
  compensation: { setting: compensationCeiling, columns: { currency: 'currency', max: 'max_minor' } },
};

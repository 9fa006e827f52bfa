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
const perPeriod = { perPayment: 'perPaymentMinor', perDay: 'perDayMinor' };
const minAndMax = { min: 'minMinor', max: 'maxMinor' };

/** Under the names of the columns in `railTimes`. */
export const railTimeColumns = {
  calendar: 'calendar',
  arrivalSeconds: 'arrivalSeconds',
  arrivalDays: 'arrivalDays',
  responseTimeout: 'responseTimeoutSeconds',
  enquiryInterval: 'enquiryIntervalSeconds',
  resubmitWindow: 'resubmitWindowSeconds',
  abandonAfter: 'abandonAfterSeconds',
};

export const ruleTables: Readonly<Record<string, SheetTable>> = {
  payments: {
    setting: paymentSetting,
    columns: {
      duplicateMinutes: 'duplicateMinutes',
      reviewUpdateHours: 'updateIntervalHours',
      reviewDecisionHours: 'decisionSlaHours',
      answerDays: 'holdDays',
      reminderDays: 'reminderDays',
      overdueUpdateHours: 'overdueUpdateHours',
    },
  },
  railFees: { setting: feeRule, except, columns: { ...railOfTier, fixed: 'feeMinor' } },
  priceNotice: {
    setting: noticeRule,
    columns: { tier: 'tier', noticeMonths: 'noticeMonths', approvalDays: 'approvalDays' },
  },
  rails: {
    setting: railRule,
    except,
    columns: {
      ...rail,
      ...minAndMax,
      opens: 'opensMinute',
      cutoff: 'closesMinute',
      zone: 'timeZone',
      ...railTimeColumns,
    },
  },
  scheduling: {
    setting: schedulingRule,
    columns: {
      maxDaysAhead: 'maxDaysAhead',
      firstAttempt: 'firstAttemptTime',
      retryMinutes: 'retryMinutes',
      fundingWorkingDays: 'fundingWorkingDays',
    },
  },
  standingOrders: {
    setting: standingOrderSetting,
    columns: {
      maxOpenOrders: 'maxOpenOrders',
      maxDaysAhead: 'maxDaysAhead',
      firstAttempt: 'firstAttemptTime',
      retries: 'retries',
      warnAt: 'warnAt',
      waitDays: 'holdDays',
    },
  },
  calendars: {
    setting: holidayCalendar,
    columns: { calendar: 'calendar', knownUntil: 'knownUntil', source: 'source' },
  },
  bankHolidays: {
    setting: bankHoliday,
    columns: { calendar: 'calendar', day: 'day', name: 'name', assumed: 'assumed', isClosed: 'isClosed' },
  },
  requirements: {
    setting: regulatoryRequirement,
    columns: { partner: 'partner', ...rail, requiredFields: 'requiredFields' },
  },
  questionCodes: { setting: rfiReasonCode, columns: { code: 'code', isQuestion: 'isRfi' } },
  railLimits: { setting: limitRule, except, columns: { ...railOfTier, ...perPeriod } },
  deposits: { setting: depositLimit, columns: { currency: 'currency', ...minAndMax } },
  cooling: { setting: coolingLimit, columns: { currency: 'currency', max: 'limitMinor' } },
  newPayees: { setting: newPayeeLimit, columns: { currency: 'currency', max: 'limitMinor', hours: 'hours' } },
  // PromptPay is the only rail that reads them.
  payeeBanks: {
    setting: payeeBankLimit,
    only: { rail: 'promptpay' },
    columns: { bankCode: 'bankCode', max: 'maxMinor' },
  },
  topUps: {
    setting: topUpRule,
    columns: {
      currency: 'currency',
      feeBps: 'feeBps',
      ...minAndMax,
      perDay: 'perDayMinor',
      acceptedFunding: 'acceptedFunding',
    },
  },
  issuedCards: {
    setting: cardSetting,
    columns: {
      isOffered: 'isOffered',
      renewalDays: 'renewalDays',
      deliveryDaysMin: 'deliveryDaysMin',
      deliveryDaysMax: 'deliveryDaysMax',
      cardsPerPerson: 'cardsPerPerson',
    },
  },
  cardLimits: {
    setting: cardRule,
    columns: {
      currency: 'currency',
      virtualFee: 'virtualFeeMinor',
      physicalFee: 'physicalFeeMinor',
      replacementFee: 'replacementFeeMinor',
      firstPerPayment: 'perPaymentMinor',
      firstDaily: 'dailyMinor',
      firstMonthly: 'monthlyMinor',
      maxPerPayment: 'maxPerPaymentMinor',
      maxDaily: 'maxDailyMinor',
      maxMonthly: 'maxMonthlyMinor',
    },
  },
  cardPayments: {
    setting: cardPaymentRule,
    columns: { abroadFeeBps: 'feeBps', receiptReminderDays: 'receiptReminderDays' },
  },
  kyc: {
    setting: kycSetting,
    columns: {
      actionDays: 'actionDays',
      conditionDays: 'conditionDays',
      enquiryMinutes: 'enquiryMinutes',
      silenceHours: 'silenceHours',
      reviewHours: 'reviewHours',
      refreshPersonMonths: 'refreshPersonMonths',
      refreshBusinessMonths: 'refreshBusinessMonths',
      refreshNoticeDays: 'refreshNoticeDays',
      refreshGraceDays: 'refreshGraceDays',
      linkDays: 'linkDays',
    },
  },
  conditionalLimits: { setting: conditionalLimit, columns: { currency: 'currency', ...perPeriod } },
  screening: { setting: screeningThreshold, columns: { similarity: 'thousandths' } },
  upgrade: {
    setting: upgradeSetting,
    columns: { kycGapDays: 'kycGapDays', reviewDays: 'reviewDays', accountOpeningHours: 'accountOpeningHours' },
  },
  quotes: {
    setting: quoteSetting,
    columns: {
      quotesPerMinute: 'quotesPerMinute',
      displayedSeconds: 'displayedRateSeconds',
      displayedToleranceBps: 'displayedRateToleranceBps',
      approvalToleranceBps: 'approvalToleranceBps',
      batchPayments: 'batchPayments',
    },
  },
  rateDesk: { setting: rateDeskSetting, columns: { deviationBps: 'deviationBps', maxHours: 'maxHours' } },
  closure: { setting: closureSetting, columns: { graceDays: 'graceDays', clearingDays: 'clearingDays' } },
  statusChange: { setting: statusChangeSetting, columns: { noticeDays: 'noticeDays', reviewDays: 'reviewDays' } },
  files: { setting: documentSetting, columns: { unattachedHours: 'unattachedRetentionHours' } },
  apiLog: { setting: apiLogSetting, columns: { keptDays: 'keptDays' } },
  railReview: {
    setting: reviewRule,
    except,
    columns: { ...rail, above: 'aboveMinor', documents: 'documents' },
  },
  reviewClaims: { setting: claimRule, columns: { claimMinutes: 'minutes' } },
  dualControl: { setting: dualControlThreshold, columns: { currency: 'currency', above: 'aboveMinor' } },
  partnerMinimum: { setting: partnerMinimum, columns: { currency: 'currency', min: 'minMinor' } },
  compensation: { setting: compensationCeiling, columns: { currency: 'currency', max: 'maxMinor' } },
};

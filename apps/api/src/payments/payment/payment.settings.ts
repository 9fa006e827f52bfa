import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Update intervals of pending payments, and how close two equal payments must be to count as duplicates. */
export const paymentSetting = defineSetting({
  table: 'payment.setting',
  key: {},
  values: {
    duplicateMinutes: z.int().min(0).max(1440),
    updateIntervalHours: z.int().min(1).max(168),
    decisionSlaHours: z.int().min(1).max(720),
    holdDays: z.int().min(1).max(60),
    reminderDays: z.array(z.int().min(1).max(60)),
    overdueUpdateHours: z.int().min(1).max(168),
  },
});

/** How far ahead a payment can be scheduled, when it is executed and retried, and how long it waits for funds. */
export const schedulingRule = defineSetting({
  table: 'payment.scheduling_rule',
  key: {},
  values: {
    maxDaysAhead: z.int().min(1).max(366),
    firstAttemptTime: z.iso.time(),
    retryMinutes: z.int().min(1).max(1440),
    fundingWorkingDays: z.int().min(0).max(30),
  },
});

/** Until when the holidays of a calendar are known. No payment is scheduled beyond that day. */
export const holidayCalendar = defineSetting({
  table: 'payment.calendar',
  key: { calendar: z.enum(['england', 'target', 'thailand', 'us']) },
  values: { knownUntil: z.iso.date(), source: z.string().min(1) },
});

/** A day on which the banks of a calendar are closed, or work although it was announced. `assumed`: not announced yet. */
export const bankHoliday = defineSetting({
  table: 'payment.holiday',
  key: { calendar: z.enum(['england', 'target', 'thailand', 'us']), day: z.iso.date() },
  values: { name: z.string().min(2).max(80), assumed: z.boolean(), isClosed: z.boolean() },
});

/** Reason codes by which a bank rejects an instruction to request information. */
export const rfiReasonCode = defineSetting({
  table: 'payment.rfi_reason_code',
  key: { code: z.string().regex(/^[A-Z0-9]{1,4}$/) },
  values: { isRfi: z.boolean() },
});

/** Amount above which staff review a payment, and the documents required then; null ends a row. */
export const reviewRule = defineSetting({
  table: 'payment.review_rule',
  key: { rail: RailName, currency: CurrencyCode, aboveMinor: minorUnits },
  values: { documents: z.array(z.string()).nullable() },
});

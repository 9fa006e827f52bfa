import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Update intervals of pending payments, and how close two equal payments must be to count as duplicates. */
export const paymentSetting = defineSetting({
  table: 'payment.setting',
  key: {},
  values: {
    duplicate_minutes: z.int().min(0).max(1440),
    update_interval_hours: z.int().min(1).max(168),
    decision_sla_hours: z.int().min(1).max(720),
    hold_days: z.int().min(1).max(60),
    reminder_days: z.array(z.int().min(1).max(60)),
    overdue_update_hours: z.int().min(1).max(168),
  },
});

/** How far ahead a payment can be scheduled, when it is executed and retried, and how long it waits for funds. */
export const schedulingRule = defineSetting({
  table: 'payment.scheduling_rule',
  key: {},
  values: {
    max_days_ahead: z.int().min(1).max(366),
    first_attempt_time: z.iso.time(),
    retry_minutes: z.int().min(1).max(1440),
    funding_working_days: z.int().min(0).max(30),
  },
});

/** Until when the holidays of a calendar are known. No payment is scheduled beyond that day. */
export const holidayCalendar = defineSetting({
  table: 'payment.calendar',
  key: { calendar: z.enum(['england', 'target', 'thailand', 'us']) },
  values: { known_until: z.iso.date(), source: z.string().min(1) },
});

/** A day on which the banks of a calendar are closed, or work although it was announced. `assumed`: not announced yet. */
export const bankHoliday = defineSetting({
  table: 'payment.holiday',
  key: { calendar: z.enum(['england', 'target', 'thailand', 'us']), day: z.iso.date() },
  values: { name: z.string().min(2).max(80), assumed: z.boolean(), is_closed: z.boolean() },
});

/** Reason codes by which a bank rejects an instruction to request information. */
export const rfiReasonCode = defineSetting({
  table: 'payment.rfi_reason_code',
  key: { code: z.string().regex(/^[A-Z0-9]{1,4}$/) },
  values: { is_rfi: z.boolean() },
});

/** Amount above which staff review a payment, and the documents required then; null ends a row. */
export const reviewRule = defineSetting({
  table: 'payment.review_rule',
  key: { rail: RailName, currency: CurrencyCode, above_minor: minorUnits },
  values: { documents: z.array(z.string()).nullable() },
});

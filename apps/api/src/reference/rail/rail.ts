/**
 * The rails that payments go by, and the rules of each: limits, hours, and the times after which the bank is asked
 * again. The rules are a setting of operations.
 */

import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

const seconds = z.int().nonnegative();

/** Amount limits, opening hours and delivery time of a rail, and how long the bank may take to respond. */
export const railRule = defineSetting({
  table: 'payment.rail_rule',
  key: { rail: RailName, currency: CurrencyCode },
  values: {
    minMinor: minorUnits,
    maxMinor: minorUnits,
    calendar: z.string().nullable(),
    timeZone: z.string(),
    opensMinute: z.int().min(0).max(1439),
    closesMinute: z.int().min(1).max(1440),
    arrivalSeconds: seconds.nullable(),
    arrivalDays: z.int().nonnegative().nullable(),
    responseTimeoutSeconds: seconds,
    enquiryIntervalSeconds: seconds,
    resubmitWindowSeconds: seconds,
    abandonAfterSeconds: seconds,
  },
});

/** Receiving banks with a lower limit than the rail. */
export const payeeBankLimit = defineSetting({
  table: 'payment.payee_bank_limit',
  key: { rail: RailName, bankCode: z.string() },
  values: { maxMinor: minorUnits },
});

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
    min_minor: minorUnits,
    max_minor: minorUnits,
    calendar: z.string().nullable(),
    time_zone: z.string(),
    opens_minute: z.int().min(0).max(1439),
    closes_minute: z.int().min(1).max(1440),
    arrival_seconds: seconds.nullable(),
    arrival_days: z.int().nonnegative().nullable(),
    response_timeout_seconds: seconds,
    enquiry_interval_seconds: seconds,
    resubmit_window_seconds: seconds,
    abandon_after_seconds: seconds,
  },
});

/** Receiving banks with a lower limit than the rail. */
export const payeeBankLimit = defineSetting({
  table: 'payment.payee_bank_limit',
  key: { rail: RailName, bank_code: z.string() },
  values: { max_minor: minorUnits },
});

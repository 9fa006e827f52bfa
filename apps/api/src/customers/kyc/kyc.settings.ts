import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

const days = (max: number) => z.int().min(1).max(max);

export const kycSetting = defineSetting({
  table: 'kyc.setting',
  key: {},
  area: 'check_rules',
  values: {
    action_days: days(90),
    condition_days: days(180),
    enquiry_minutes: z.int().min(1).max(1440),
    silence_hours: z.int().min(1).max(168),
    review_hours: z.int().min(1).max(240),
    refresh_person_months: z.int().min(1).max(60),
    refresh_business_months: z.int().min(1).max(60),
    refresh_notice_days: days(90),
    refresh_grace_days: z.int().min(0).max(90),
    link_days: days(30),
  },
});

/** What can be sent while an approval has conditions. */
export const conditionalLimit = defineSetting({
  table: 'kyc.conditional_limit',
  key: { currency: z.string().length(3) },
  area: 'check_rules',
  values: { per_payment_minor: minorUnits, per_day_minor: minorUnits },
});

import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

const days = (max: number) => z.int().min(1).max(max);

export const kycSetting = defineSetting({
  table: 'kyc.setting',
  key: {},
  area: 'check_rules',
  values: {
    actionDays: days(90),
    conditionDays: days(180),
    enquiryMinutes: z.int().min(1).max(1440),
    silenceHours: z.int().min(1).max(168),
    reviewHours: z.int().min(1).max(240),
    refreshPersonMonths: z.int().min(1).max(60),
    refreshBusinessMonths: z.int().min(1).max(60),
    refreshNoticeDays: days(90),
    refreshGraceDays: z.int().min(0).max(90),
    linkDays: days(30),
  },
});

/** What can be sent while an approval has conditions. */
export const conditionalLimit = defineSetting({
  table: 'kyc.conditional_limit',
  key: { currency: z.string().length(3) },
  area: 'check_rules',
  values: { perPaymentMinor: minorUnits, perDayMinor: minorUnits },
});

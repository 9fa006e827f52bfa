import { z } from 'zod';
import { defineSetting, type SettingRow } from '../../platform/settings/setting.ts';

/** When payments are attempted and shortfalls are checked, in local time of the rail, and limits per customer. */
export const standingOrderSetting = defineSetting({
  table: 'standing_order.setting',
  key: {},
  values: {
    maxOpenOrders: z.int().min(1).max(1000),
    maxDaysAhead: z.int().min(1).max(3650),
    firstAttemptTime: z.iso.time(),
    retries: z.array(z.iso.time()),
    warnAt: z.iso.time(),
    holdDays: z.int().min(0).max(6),
  },
});
export type StandingOrderSetting = SettingRow<typeof standingOrderSetting>;

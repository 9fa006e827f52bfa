import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const upgradeSetting = defineSetting({
  table: 'upgrade.setting',
  key: {},
  values: {
    kyc_gap_days: z.int().min(1).max(365),
    review_days: z.int().min(1).max(90),
    account_opening_hours: z.int().min(1).max(240),
  },
});

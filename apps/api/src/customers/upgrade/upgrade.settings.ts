import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const upgradeSetting = defineSetting({
  table: 'upgrade.setting',
  key: {},
  values: {
    kycGapDays: z.int().min(1).max(365),
    reviewDays: z.int().min(1).max(90),
    accountOpeningHours: z.int().min(1).max(240),
  },
});

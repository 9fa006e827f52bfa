import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const statusChangeSetting = defineSetting({
  table: 'status_change.setting',
  key: {},
  values: { notice_days: z.int().min(1).max(365), review_days: z.int().min(1).max(365) },
});

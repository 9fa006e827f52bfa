import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const statusChangeSetting = defineSetting({
  table: 'status_change.setting',
  key: {},
  values: { noticeDays: z.int().min(1).max(365), reviewDays: z.int().min(1).max(365) },
});

import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const closureSetting = defineSetting({
  table: 'closure.setting',
  key: {},
  values: { graceDays: z.int().min(1).max(90), clearingDays: z.int().min(1).max(365) },
});

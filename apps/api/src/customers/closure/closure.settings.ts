import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const closureSetting = defineSetting({
  table: 'closure.setting',
  key: {},
  values: { grace_days: z.int().min(1).max(90), clearing_days: z.int().min(1).max(365) },
});

import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

/** How long calls are kept. */
export const apiLogSetting = defineSetting({
  table: 'api_log.setting',
  key: {},
  values: { keptDays: z.int().min(7).max(400) },
});

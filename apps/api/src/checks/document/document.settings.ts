import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const documentSetting = defineSetting({
  table: 'document.setting',
  key: {},
  values: { unattachedRetentionHours: z.int().min(1).max(8760) },
});

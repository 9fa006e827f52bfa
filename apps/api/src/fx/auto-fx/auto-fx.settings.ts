import { z } from 'zod';
import { basisPoints, defineSetting, type SettingRow } from '../../platform/settings/setting.ts';

export const autoFxSetting = defineSetting({
  table: 'auto_fx.setting',
  key: {},
  values: {
    maxActive: z.int().min(1).max(10_000),
    maxPerDay: z.int().min(1).max(100_000),
    slippageBps: basisPoints.max(500),
    maxValidityDays: z.int().min(1).max(3650),
    offHours: z.enum(['hold', 'execute']),
  },
});
export type AutoFxSetting = SettingRow<typeof autoFxSetting>;

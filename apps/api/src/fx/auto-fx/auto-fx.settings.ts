import { z } from 'zod';
import { basisPoints, defineSetting, type SettingRow } from '../../platform/settings/setting.ts';

export const autoFxSetting = defineSetting({
  table: 'auto_fx.setting',
  key: {},
  values: {
    max_active: z.int().min(1).max(10_000),
    max_per_day: z.int().min(1).max(100_000),
    slippage_bps: basisPoints.max(500),
    max_validity_days: z.int().min(1).max(3650),
    off_hours: z.enum(['hold', 'execute']),
  },
});
export type AutoFxSetting = SettingRow<typeof autoFxSetting>;

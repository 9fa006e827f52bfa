import { z } from 'zod';
import { basisPoints, defineSetting } from '../../platform/settings/setting.ts';

/** How far a rate that staff set may be from the last rate of a source, and how long it may hold. */
export const rateDeskSetting = defineSetting({
  table: 'rate.desk_setting',
  area: 'rate_offtime',
  key: {},
  values: { deviationBps: basisPoints.min(1).max(2000), maxHours: z.int().min(1).max(24) },
});

import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

/** Name similarity from which staff review a match. */
export const screeningThreshold = defineSetting({
  table: 'screening.threshold',
  area: 'check_rules',
  key: {},
  values: { thousandths: z.int().min(700).max(1000) },
});

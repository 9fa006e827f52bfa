import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** The most that can be compensated for one payment in total. Nothing without a row. */
export const compensationCeiling = defineSetting({
  table: 'compensation.ceiling',
  key: { currency: CurrencyCode },
  values: { maxMinor: minorUnits },
});

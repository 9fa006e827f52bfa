import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** The most one payment can take in the day after a PIN reset. Nothing without a row. */
export const coolingLimit = defineSetting({
  table: 'pin.cooling_limit',
  key: { currency: CurrencyCode },
  values: { limitMinor: minorUnits },
});

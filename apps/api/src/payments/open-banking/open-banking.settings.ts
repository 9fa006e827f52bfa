import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Smallest and largest amount per payment. */
export const depositLimit = defineSetting({
  table: 'instant_payment.limit_rule',
  key: { currency: CurrencyCode },
  values: { minMinor: minorUnits, maxMinor: minorUnits },
});

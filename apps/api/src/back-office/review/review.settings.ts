import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Above this amount two members of staff release a payment. */
export const dualControlThreshold = defineSetting({
  table: 'review.dual_control_threshold',
  key: { currency: CurrencyCode },
  values: { above_minor: minorUnits },
});

import { StaffRole } from '@larkmere/contract/back-office/staff';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Up to this amount a dealer's quote needs no second person. */
export const dealerLimit = defineSetting({
  table: 'manual_fx.dealer_limit',
  area: 'roles',
  key: { role: StaffRole },
  values: { maxGbpMinor: minorUnits },
});

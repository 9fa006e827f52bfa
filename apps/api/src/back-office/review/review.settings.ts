import { StaffRole } from '@larkmere/contract/back-office/staff';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Above this amount two members of staff release a payment. */
export const dualControlThreshold = defineSetting({
  table: 'review.dual_control_threshold',
  key: { currency: CurrencyCode },
  values: { aboveMinor: minorUnits },
});

/** Up to this amount people of the role release a payment; without a row, none. */
export const releaseLimit = defineSetting({
  table: 'review.release_limit',
  area: 'roles',
  key: { role: StaffRole },
  values: { maxGbpMinor: minorUnits },
});

/** For how long a member of staff has a payment that they took. */
export const claimRule = defineSetting({
  table: 'review.claim_rule',
  key: {},
  values: { minutes: z.int().min(1).max(480) },
});

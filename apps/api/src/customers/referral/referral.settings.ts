import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** What both get, and for what. Of several campaigns the one that took effect last applies. */
export const referralOffer = defineSetting({
  table: 'referral.offer',
  area: 'prices',
  key: { code: z.string() },
  values: {
    currency: CurrencyCode,
    rewardMinor: minorUnits,
    exchangeMinor: minorUnits,
    freeTransfers: z.int().min(0).max(50),
    freeTransfersAt: z.enum(['registered', 'kyc_approved']),
    deadlineDays: z.int().min(1).max(365),
    maxRewards: z.int().min(1).max(1000),
    maxPerDay: z.int().min(1).max(1000),
    termsVersion: z.string(),
    ends: z.iso.date().nullable(),
  },
});

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
    reward_minor: minorUnits,
    exchange_minor: minorUnits,
    free_transfers: z.int().min(0).max(50),
    free_transfers_at: z.enum(['registered', 'kyc_approved']),
    deadline_days: z.int().min(1).max(365),
    max_rewards: z.int().min(1).max(1000),
    max_per_day: z.int().min(1).max(1000),
    terms_version: z.string(),
    ends: z.iso.date().nullable(),
  },
});

import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Whether cards are offered, when they are renewed, and how long a physical one takes. */
export const cardSetting = defineSetting({
  table: 'issued_card.setting',
  key: {},
  values: {
    is_offered: z.boolean(),
    renewal_days: z.int().min(0).max(120),
    delivery_days_min: z.int().min(1).max(60),
    delivery_days_max: z.int().min(1).max(60),
    cards_per_person: z.int().min(1).max(50),
  },
});

/** Fees, first limits and highest limits. There are no cards on an account in a currency without a row. */
export const cardRule = defineSetting({
  table: 'issued_card.rule',
  area: 'prices',
  key: { currency: CurrencyCode },
  values: {
    virtual_fee_minor: minorUnits,
    physical_fee_minor: minorUnits,
    replacement_fee_minor: minorUnits,
    per_payment_minor: minorUnits,
    daily_minor: minorUnits,
    monthly_minor: minorUnits,
    max_per_payment_minor: minorUnits,
    max_daily_minor: minorUnits,
    max_monthly_minor: minorUnits,
  },
});

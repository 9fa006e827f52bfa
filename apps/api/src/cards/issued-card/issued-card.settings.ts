import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Whether cards are offered, when they are renewed, and how long a physical one takes. */
export const cardSetting = defineSetting({
  table: 'issued_card.setting',
  key: {},
  values: {
    isOffered: z.boolean(),
    renewalDays: z.int().min(0).max(120),
    deliveryDaysMin: z.int().min(1).max(60),
    deliveryDaysMax: z.int().min(1).max(60),
    cardsPerPerson: z.int().min(1).max(50),
  },
});

/** Fees, first limits and highest limits. There are no cards on an account in a currency without a row. */
export const cardRule = defineSetting({
  table: 'issued_card.rule',
  area: 'prices',
  key: { currency: CurrencyCode },
  values: {
    virtualFeeMinor: minorUnits,
    physicalFeeMinor: minorUnits,
    replacementFeeMinor: minorUnits,
    perPaymentMinor: minorUnits,
    dailyMinor: minorUnits,
    monthlyMinor: minorUnits,
    maxPerPaymentMinor: minorUnits,
    maxDailyMinor: minorUnits,
    maxMonthlyMinor: minorUnits,
  },
});

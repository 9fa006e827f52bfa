import { z } from 'zod';
import { basisPoints, defineSetting } from '../../platform/settings/setting.ts';

/** The fee of payments in another currency than the account's, and when a firm is reminded of a missing receipt. */
export const cardPaymentRule = defineSetting({
  table: 'card_payment.rule',
  area: 'prices',
  key: {},
  values: {
    feeBps: basisPoints.max(500),
    /** Zero: never. */
    receiptReminderDays: z.int().min(0).max(60),
  },
});

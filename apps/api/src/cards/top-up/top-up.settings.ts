import { CardFunding } from '@larkmere/contract/cards/card';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { basisPoints, defineSetting, minorUnits } from '../../platform/settings/setting.ts';

/** Fee, limits and accepted kinds of card. Money cannot be added by card in a currency without a row. */
export const topUpRule = defineSetting({
  table: 'top_up.rule',
  area: 'prices',
  key: { currency: CurrencyCode },
  values: {
    feeBps: basisPoints,
    minMinor: minorUnits,
    maxMinor: minorUnits,
    perDayMinor: minorUnits,
    acceptedFunding: z.array(CardFunding),
  },
});

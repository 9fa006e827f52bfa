import { UserType } from '@larkmere/contract/identity/session';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { basisPoints, defineSetting, minorUnits } from '../../platform/settings/setting.ts';

const quoteSeconds = z.int().min(10).max(86_400);

export const priceRule = defineSetting({
  table: 'fx.price_rule',
  key: { sell: CurrencyCode, buy: CurrencyCode, tier: UserType },
  values: {
    marginBps: basisPoints.min(1).max(1000),
    feeMinor: minorUnits,
    maxMinor: minorUnits,
    quoteSeconds,
    offHoursQuoteSeconds: quoteSeconds,
  },
  area: 'prices',
});

export const marketHours = defineSetting({
  table: 'fx.market_hours',
  key: {},
  values: {
    timezone: z.string(),
    weekly: z.array(z.object({ from: z.string(), to: z.string() })),
    holidays: z.array(z.object({ date: z.iso.date(), pairs: z.array(z.string()).exactOptional() })),
    policy: z.enum(['block', 'indicative', 'markup']),
    plusMarkupBps: basisPoints.max(500),
    walletMarkupBps: basisPoints.max(500),
    allowHoldUntilOpen: z.boolean(),
    message: z.string(),
  },
  area: 'rate_offtime',
});

export const quoteSetting = defineSetting({
  table: 'fx.setting',
  key: {},
  values: {
    quotesPerMinute: z.int().min(1).max(1000),
    displayedRateSeconds: z.int().min(1).max(3600),
    displayedRateToleranceBps: basisPoints.max(100),
    approvalToleranceBps: basisPoints.max(500),
    batchPayments: z.int().min(1).max(10_000),
  },
});

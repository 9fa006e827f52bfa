import { UserType } from '@larkmere/contract/identity/session';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { basisPoints, defineSetting, minorUnits } from '../../platform/settings/setting.ts';

const quoteSeconds = z.int().min(10).max(86_400);

export const priceRule = defineSetting({
  table: 'fx.price_rule',
  key: { sell: CurrencyCode, buy: CurrencyCode, tier: UserType },
  values: {
    margin_bps: basisPoints.min(1).max(1000),
    fee_minor: minorUnits,
    max_minor: minorUnits,
    quote_seconds: quoteSeconds,
    off_hours_quote_seconds: quoteSeconds,
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
    plus_markup_bps: basisPoints.max(500),
    wallet_markup_bps: basisPoints.max(500),
    allow_hold_until_open: z.boolean(),
    message: z.string(),
  },
  area: 'rate_offtime',
});

export const quoteSetting = defineSetting({
  table: 'fx.setting',
  key: {},
  values: {
    quotes_per_minute: z.int().min(1).max(1000),
    displayed_rate_seconds: z.int().min(1).max(3600),
    displayed_rate_tolerance_bps: basisPoints.max(100),
    approval_tolerance_bps: basisPoints.max(500),
  },
});

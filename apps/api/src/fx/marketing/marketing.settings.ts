import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { z } from 'zod';
import { defineSetting, minorUnits, type SettingRow } from '../../platform/settings/setting.ts';

/** A fee or discount of a campaign on top of the fees of exchanges and payments. */
export const marketingRule = defineSetting({
  table: 'marketing.rule',
  key: { code: z.string().regex(/^[A-Z0-9-]{2,30}$/) },
  values: {
    label: z.string().min(1).max(60),
    audience: z.enum(['all', 'wallet', 'plus']),
    product: z.enum(['exchange', ...RailName.options]),
    currency: CurrencyCode,
    buy: CurrencyCode.nullable(),
    effect: z.enum(['add', 'waive', 'discount']),
    unit: z.enum(['fixed', 'pct']),
    value: z.string(),
    capMinor: minorUnits.nullable(),
    ends: z.iso.date().nullable(),
  },
  area: 'prices',
});
export type MarketingRule = SettingRow<typeof marketingRule>;

import { maxShareBps } from '@larkmere/contract/back-office/partner-rule';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import { defineSetting, minorUnits, type SettingRow } from '../../platform/settings/setting.ts';

const shareBps = z.int().min(0).max(maxShareBps);

/** The share of an introducer partner. `rule_at` in the database also knows its last day and the closing of the account. */
export const partnerRule = defineSetting({
  table: 'introducer_partner.rule',
  area: 'introducer_partners',
  key: { customerId: z.uuid() },
  values: {
    currency: CurrencyCode,
    exchangeBps: shareBps,
    paymentBps: shareBps,
    capMinor: minorUnits.nullable(),
    months: z.int().min(1).max(120).nullable(),
    ends: z.iso.date().nullable(),
  },
});
export type PartnerRuleRow = SettingRow<typeof partnerRule>;

/** Less is carried forward. A share is paid only in a currency with a row. */
export const partnerMinimum = defineSetting({
  table: 'introducer_partner.minimum',
  key: { currency: CurrencyCode },
  values: { minMinor: minorUnits },
});

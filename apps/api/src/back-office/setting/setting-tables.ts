import type { SettingName, SettingSheet } from '@larkmere/contract/back-office/setting-sheets';
import { sheetsOf } from '@larkmere/contract/back-office/setting-sheets';
import { referralOffer } from '../../customers/referral/referral.ts';
import { autoFxSetting } from '../../fx/auto-fx/auto-fx.ts';
import { marketHours, priceRule } from '../../fx/conversion/conversion.ts';
import { marketingRule } from '../../fx/marketing/marketing.ts';
import { reviewRule } from '../../payments/payment/payment.ts';
import { chargeRule, feeRule, limitRule } from '../../payments/pricing/pricing.ts';
import type { Setting } from '../../platform/settings/setting.ts';
import type { SettingChangeView } from '../../platform/settings/setting-change.sql.ts';
import { countryRule } from '../../reference/country/country.ts';
import { railRule } from '../../reference/rail/rail.ts';
import { railTimeColumns, ruleTables } from './rule-tables.ts';

/**
 * The table behind a sheet: `only` are its key columns that are not on the page, `except` rows that another sheet shows,
 * `columns` the others under their names there.
 */
export type SheetTable = Readonly<{
  setting: Setting;
  only?: Readonly<Record<string, string>>;
  except?: Readonly<Record<string, string>>;
  columns: Readonly<Record<string, string>>;
}>;

const swift = { rail: 'swift' };

const tables: Readonly<Record<SettingName, Readonly<Record<string, SheetTable>>>> = {
  autofx: {
    rules: {
      setting: autoFxSetting,
      columns: {
        maxActivePerCustomer: 'maxActive',
        maxExecutionsPerDay: 'maxPerDay',
        defaultSlippageBps: 'slippageBps',
        maxValidityDays: 'maxValidityDays',
        offHours: 'offHours',
      },
    },
  },
  swiftpayment: {
    fees: { setting: feeRule, only: swift, columns: { currency: 'currency', tier: 'tier', fixed: 'feeMinor' } },
    charges: {
      setting: chargeRule,
      columns: { currency: 'currency', ourFee: 'ourFeeMinor', expected: 'expectedMinor' },
    },
    limits: {
      setting: limitRule,
      only: swift,
      columns: { currency: 'currency', tier: 'tier', perPayment: 'perPaymentMinor', perDay: 'perDayMinor' },
    },
    currencies: {
      setting: railRule,
      only: swift,
      columns: {
        currency: 'currency',
        min: 'minMinor',
        max: 'maxMinor',
        opens: 'opensMinute',
        cutoff: 'closesMinute',
        zone: 'timeZone',
        ...railTimeColumns,
      },
    },
    reviewThresholds: {
      setting: reviewRule,
      only: swift,
      columns: { currency: 'currency', above: 'aboveMinor', documents: 'documents' },
    },
    countries: { setting: countryRule, columns: { country: 'country', risk: 'risk' } },
  },
  'rate-offtime': {
    rules: {
      setting: marketHours,
      columns: {
        timezone: 'timezone',
        weekly: 'weekly',
        holidays: 'holidays',
        policy: 'policy',
        walletMarkupBps: 'walletMarkupBps',
        plusMarkupBps: 'plusMarkupBps',
        allowHoldUntilOpen: 'allowHoldUntilOpen',
        message: 'message',
      },
    },
  },
  'setting-marketing': {
    campaigns: {
      setting: marketingRule,
      columns: {
        code: 'code',
        label: 'label',
        audience: 'audience',
        product: 'product',
        currency: 'currency',
        pair: 'buy',
        effect: 'effect',
        unit: 'unit',
        value: 'value',
        cap: 'capMinor',
        ends: 'ends',
      },
    },
    referralOffers: {
      setting: referralOffer,
      columns: {
        code: 'code',
        currency: 'currency',
        reward: 'rewardMinor',
        exchange: 'exchangeMinor',
        freeTransfers: 'freeTransfers',
        freeTransfersAt: 'freeTransfersAt',
        deadlineDays: 'deadlineDays',
        maxRewards: 'maxRewards',
        maxPerDay: 'maxPerDay',
        termsVersion: 'termsVersion',
        ends: 'ends',
      },
    },
  },
  'cab-pair-currencies': {
    pairs: {
      setting: priceRule,
      columns: {
        sell: 'sell',
        buy: 'buy',
        tier: 'tier',
        marginBps: 'marginBps',
        fee: 'feeMinor',
        max: 'maxMinor',
        quoteSeconds: 'quoteSeconds',
        offHoursQuoteSeconds: 'offHoursQuoteSeconds',
      },
    },
  },
  rules: ruleTables,
};

export type StoredSheet = SheetTable & Readonly<{ name: SettingName; sheet: SettingSheet }>;

export const storedSheets = (name: SettingName): StoredSheet[] =>
  sheetsOf(name).map((sheet) => {
    const table = tables[name][sheet.key];
    if (!table) throw new Error(`the sheet ${sheet.key} of ${name} has no table`);
    return { ...table, name, sheet };
  });

const holds = (row: Readonly<Record<string, unknown>>, [column, value]: readonly [string, string]): boolean =>
  row[column] === value;

/** Whether the sheet shows the row with this key. */
export const showsRow = ({ only = {}, except }: SheetTable, key: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(only).every((entry) => holds(key, entry)) &&
  !(except && Object.entries(except).every((entry) => holds(key, entry)));

/** Whether the change, which is about one table, is about rows of the sheet. */
export const showsChange = (sheet: SheetTable, { rows }: SettingChangeView): boolean =>
  rows.every(({ key }) => showsRow(sheet, key));

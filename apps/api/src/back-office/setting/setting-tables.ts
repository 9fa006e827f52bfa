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
        maxActivePerCustomer: 'max_active',
        maxExecutionsPerDay: 'max_per_day',
        defaultSlippageBps: 'slippage_bps',
        maxValidityDays: 'max_validity_days',
        offHours: 'off_hours',
      },
    },
  },
  swiftpayment: {
    fees: { setting: feeRule, only: swift, columns: { currency: 'currency', tier: 'tier', fixed: 'fee_minor' } },
    charges: {
      setting: chargeRule,
      columns: { currency: 'currency', ourFee: 'our_fee_minor', expected: 'expected_minor' },
    },
    limits: {
      setting: limitRule,
      only: swift,
      columns: { currency: 'currency', tier: 'tier', perPayment: 'per_payment_minor', perDay: 'per_day_minor' },
    },
    currencies: {
      setting: railRule,
      only: swift,
      columns: {
        currency: 'currency',
        min: 'min_minor',
        max: 'max_minor',
        opens: 'opens_minute',
        cutoff: 'closes_minute',
        zone: 'time_zone',
        ...railTimeColumns,
      },
    },
    reviewThresholds: {
      setting: reviewRule,
      only: swift,
      columns: { currency: 'currency', above: 'above_minor', documents: 'documents' },
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
        walletMarkupBps: 'wallet_markup_bps',
        plusMarkupBps: 'plus_markup_bps',
        allowHoldUntilOpen: 'allow_hold_until_open',
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
        cap: 'cap_minor',
        ends: 'ends',
      },
    },
    referralOffers: {
      setting: referralOffer,
      columns: {
        code: 'code',
        currency: 'currency',
        reward: 'reward_minor',
        exchange: 'exchange_minor',
        freeTransfers: 'free_transfers',
        freeTransfersAt: 'free_transfers_at',
        deadlineDays: 'deadline_days',
        maxRewards: 'max_rewards',
        maxPerDay: 'max_per_day',
        termsVersion: 'terms_version',
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
        marginBps: 'margin_bps',
        fee: 'fee_minor',
        max: 'max_minor',
        quoteSeconds: 'quote_seconds',
        offHoursQuoteSeconds: 'off_hours_quote_seconds',
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

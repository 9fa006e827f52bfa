import { highestFee, highestPayment, highestReview, largestTransfer, railTimes, ruleSheets } from './rule-sheets.ts';

/**
 * What staff reads and changes on the pages of settings: a sheet is one table of rows that take effect at a time. The
 * server checks, stores and shows by these columns, and the page draws them.
 */
export type SheetColumn = Readonly<
  { name: string; isKey?: true } & (
    | {
        kind:
          | 'currency'
          | 'optionalCurrency'
          | 'code'
          | 'optionalDate'
          | 'country'
          | 'timezone'
          | 'flag'
          | 'minute'
          | 'windows'
          | 'holidays'
          | 'date'
          | 'time'
          | 'times';
      }
    | {
        kind: 'amount' | 'optionalAmount';
        /** In pounds; about the same value in the currency of the row. */
        min: number;
        max: number;
        /** Of an amount in a row without a currency. */
        currency?: string;
      }
    | { kind: 'count' | 'bps' | 'decimal' | 'optionalCount' | 'counts'; min: number; max: number }
    | { kind: 'text'; max?: number }
    | { kind: 'choice' | 'optionalChoice' | 'choices' | 'documents'; choices: readonly string[] }
  )
>;

export type SettingSheet = Readonly<{
  key: string;
  /** One row without a key: the data of the setting is this row itself. */
  isSingle?: true;
  /** Rows with another key can be added. */
  canAdd?: true;
  /** The column of a day: rows of days that have passed are not shown. */
  upcoming?: string;
  /** Of a page that lists its sheets in groups and shows one at a time. */
  group?: string;
  columns: readonly SheetColumn[];
}>;

const rails = [
  'faster-payments',
  'sepa-credit-transfer',
  'sepa-instant',
  'promptpay',
  'bahtnet',
  'fedwire',
  'swift',
  'local',
] as const;
const tier = { name: 'tier', kind: 'choice', choices: ['wallet', 'plus'], isKey: true } as const;
const currency = { name: 'currency', kind: 'currency', isKey: true } as const;
const amount = <const Name extends string>(name: Name, max: number, min = 0) =>
  ({ name, kind: 'amount', min, max }) as const;
/** A rate is promised for as long as a person looks at it: the countdown of the specification lasts five minutes. */
const quoteSeconds = <const Name extends string>(name: Name) => ({ name, kind: 'count', min: 10, max: 300 }) as const;
const markup = <const Name extends string>(name: Name) => ({ name, kind: 'bps', min: 0, max: 500 }) as const;

export const settingSheets = {
  autofx: [
    {
      key: 'rules',
      isSingle: true,
      columns: [
        { name: 'maxActivePerCustomer', kind: 'count', min: 1, max: 1000 },
        { name: 'maxExecutionsPerDay', kind: 'count', min: 1, max: 10_000 },
        { name: 'defaultSlippageBps', kind: 'bps', min: 0, max: 500 },
        { name: 'maxValidityDays', kind: 'count', min: 1, max: 731 },
        { name: 'offHours', kind: 'choice', choices: ['hold', 'execute'] },
      ],
    },
  ],
  swiftpayment: [
    { key: 'fees', columns: [currency, tier, amount('fixed', highestFee)] },
    { key: 'charges', columns: [currency, amount('ourFee', 5 * highestFee), amount('expected', 5 * highestFee)] },
    {
      key: 'limits',
      columns: [currency, tier, amount('perPayment', highestPayment), amount('perDay', 2 * highestPayment)],
    },
    {
      key: 'currencies',
      columns: [
        currency,
        amount('min', 1000),
        amount('max', largestTransfer),
        { name: 'opens', kind: 'minute' },
        { name: 'cutoff', kind: 'minute' },
        { name: 'zone', kind: 'timezone' },
        ...railTimes,
      ],
    },
    {
      key: 'reviewThresholds',
      canAdd: true,
      columns: [
        currency,
        { ...amount('above', highestReview), isKey: true },
        { name: 'documents', kind: 'documents', choices: ['invoice', 'source_of_funds'] },
      ],
    },
    {
      key: 'countries',
      canAdd: true,
      columns: [
        { name: 'country', kind: 'country', isKey: true },
        { name: 'risk', kind: 'choice', choices: ['standard', 'enhanced', 'prohibited'] },
      ],
    },
  ],
  'rate-offtime': [
    {
      key: 'rules',
      isSingle: true,
      columns: [
        { name: 'timezone', kind: 'timezone' },
        { name: 'weekly', kind: 'windows' },
        { name: 'holidays', kind: 'holidays' },
        { name: 'policy', kind: 'choice', choices: ['block', 'indicative', 'markup'] },
        markup('walletMarkupBps'),
        markup('plusMarkupBps'),
        { name: 'allowHoldUntilOpen', kind: 'flag' },
        { name: 'message', kind: 'text' },
      ],
    },
  ],
  'setting-marketing': [
    {
      key: 'campaigns',
      canAdd: true,
      columns: [
        { name: 'code', kind: 'code', isKey: true },
        { name: 'label', kind: 'text', max: 60 },
        { name: 'audience', kind: 'choice', choices: ['all', 'wallet', 'plus'] },
        { name: 'product', kind: 'choice', choices: ['exchange', ...rails] },
        { name: 'currency', kind: 'currency' },
        { name: 'pair', kind: 'optionalCurrency' },
        { name: 'effect', kind: 'choice', choices: ['add', 'discount', 'waive'] },
        { name: 'unit', kind: 'choice', choices: ['fixed', 'pct'] },
        { name: 'value', kind: 'decimal', min: 0, max: 10_000 },
        { name: 'cap', kind: 'optionalAmount', min: 0, max: 1000 },
        { name: 'ends', kind: 'optionalDate' },
      ],
    },
    {
      key: 'referralOffers',
      canAdd: true,
      columns: [
        { name: 'code', kind: 'code', isKey: true },
        { name: 'currency', kind: 'currency' },
        amount('reward', 500),
        amount('exchange', 10_000),
        { name: 'freeTransfers', kind: 'count', min: 0, max: 50 },
        { name: 'freeTransfersAt', kind: 'choice', choices: ['registered', 'kyc_approved'] },
        { name: 'deadlineDays', kind: 'count', min: 1, max: 365 },
        { name: 'maxRewards', kind: 'count', min: 1, max: 1000 },
        { name: 'maxPerDay', kind: 'count', min: 1, max: 1000 },
        { name: 'termsVersion', kind: 'text', max: 20 },
        { name: 'ends', kind: 'optionalDate' },
      ],
    },
  ],
  'cab-pair-currencies': [
    {
      key: 'pairs',
      columns: [
        { name: 'sell', kind: 'currency', isKey: true },
        { name: 'buy', kind: 'currency', isKey: true },
        tier,
        { name: 'marginBps', kind: 'bps', min: 1, max: 1000 },
        amount('fee', highestFee),
        amount('max', highestPayment),
        quoteSeconds('quoteSeconds'),
        quoteSeconds('offHoursQuoteSeconds'),
      ],
    },
  ],
  rules: ruleSheets,
} as const satisfies Readonly<Record<string, readonly SettingSheet[]>>;

export type SettingName = keyof typeof settingSheets;

export const sheetsOf = (setting: SettingName): readonly SettingSheet[] => settingSheets[setting];

export type SheetCell =
  | string
  | number
  | boolean
  | null
  | readonly (string | number)[]
  | readonly Readonly<{ from: string; to: string }>[]
  | readonly Readonly<{ date: string; pairs?: readonly string[] | undefined }>[];
export type SheetRow = Readonly<Record<string, SheetCell>>;

export const isSheetOfOne = (sheets: readonly SettingSheet[]): boolean =>
  sheets.length === 1 && sheets[0]?.isSingle === true;

/** The rows of a sheet in the data of a setting. */
export function rowsOf(setting: SettingName, data: object, { key }: SettingSheet): readonly SheetRow[] {
  if (isSheetOfOne(sheetsOf(setting))) return [data as SheetRow];
  return (data as Readonly<Record<string, readonly SheetRow[]>>)[key] ?? [];
}

/** The data of a setting with these rows. */
export const dataOf = (setting: SettingName, rows: Readonly<Record<string, readonly SheetRow[]>>): object =>
  isSheetOfOne(sheetsOf(setting)) ? ((rows[sheetsOf(setting)[0]?.key ?? ''] ?? [])[0] ?? {}) : rows;

/** The field of a cell in the errors of a refusal. */
export const cellField = (setting: SettingName, { key }: SettingSheet, place: number, column: string): string =>
  isSheetOfOne(sheetsOf(setting)) ? `data.${column}` : `data.${key}.${place}.${column}`;

/** A cell that is no list, as text. */
export const plainText = (cell: SheetCell | undefined): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';

/** About what a pound is worth in currencies of small units. Of all others, two at most make a pound, or a few. */
const worthOfPound: Readonly<Record<string, number>> = {
  AED: 5,
  CNY: 10,
  CZK: 32,
  DKK: 10,
  HKD: 11,
  HUF: 500,
  INR: 125,
  JPY: 220,
  MXN: 28,
  NOK: 15,
  PLN: 6,
  SEK: 15,
  THB: 50,
  ZAR: 26,
};

/** The floor and the ceiling of an amount, in whole units of its currency. */
export function amountBounds(
  { min, max }: Readonly<{ min: number; max: number }>,
  code: string,
): Readonly<{ min: number; max: number }> {
  const worth = code === 'GBP' ? 1 : (worthOfPound[code] ?? 2.5);
  return { min: min * worth, max: max * worth };
}

/** The text that identifies a row in its sheet. */
export const rowKey = ({ columns }: SettingSheet, row: SheetRow): string =>
  columns
    .filter(({ isKey }) => isKey)
    .map(({ name }) => plainText(row[name]))
    .join(' ');

import type { SettingSheet } from './setting-sheets.ts';

/** Groups of the page "Limits and rules", in their order there. */
export const ruleGroups = ['payments', 'limits', 'payees', 'cards', 'identity', 'fx', 'accounts', 'review'] as const;
type RuleGroup = (typeof ruleGroups)[number];
type RuleSheet = SettingSheet & Readonly<{ group: RuleGroup }>;

const rails = ['faster-payments', 'sepa-credit-transfer', 'sepa-instant', 'promptpay', 'bahtnet', 'fedwire', 'local'];
const rail = { name: 'rail', kind: 'choice', choices: rails, isKey: true } as const;
const tier = { name: 'tier', kind: 'choice', choices: ['wallet', 'plus'], isKey: true } as const;
const currency = { name: 'currency', kind: 'currency', isKey: true } as const;
/** No fee of the tariff costs more than this many pounds: product.md B10 and D9 show every fee before it is charged. */
export const highestFee = 100;
/** What one customer may send or exchange at once (product.md B4): above, a person deals with it. */
export const highestPayment = 1_000_000;
/** The most that SEPA and SWIFT messages carry. */
export const largestTransfer = 1_000_000_000;
/** Payments above are looked at by somebody (product.md D2). */
export const highestReview = 50_000;
const highestOfCard = 100_000;

const amount = <const Name extends string>(name: Name, max: number, min = 0) =>
  ({ name, kind: 'amount', min, max }) as const;
const count = <const Name extends string>(name: Name, min: number, max: number) =>
  ({ name, kind: 'count', min, max }) as const;
const bps = <const Name extends string>(name: Name, max: number) => ({ name, kind: 'bps', min: 0, max }) as const;
const time = <const Name extends string>(name: Name) => ({ name, kind: 'time' }) as const;
const calendars = ['england', 'target', 'thailand', 'us'] as const;

/** Delivery times of a rail, and how long the bank may take to answer. */
export const railTimes = [
  { name: 'calendar', kind: 'optionalChoice', choices: calendars },
  { name: 'arrivalSeconds', kind: 'optionalCount', min: 0, max: 864_000 },
  { name: 'arrivalDays', kind: 'optionalCount', min: 0, max: 30 },
  count('responseTimeout', 1, 3600),
  count('enquiryInterval', 1, 86_400),
  count('resubmitWindow', 0, 864_000),
  count('abandonAfter', 60, 864_000),
] as const;

const payments = [
  {
    key: 'payments',
    isSingle: true,
    columns: [
      count('duplicateMinutes', 0, 1440),
      count('reviewUpdateHours', 1, 168),
      count('reviewDecisionHours', 1, 240),
      count('answerDays', 1, 60),
      { name: 'reminderDays', kind: 'counts', min: 1, max: 60 },
      count('overdueUpdateHours', 1, 168),
    ],
  },
  { key: 'railFees', columns: [rail, currency, tier, amount('fixed', highestFee)] },
  {
    key: 'rails',
    columns: [
      rail,
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
    key: 'priceNotice',
    columns: [tier, count('noticeMonths', 2, 12), count('approvalDays', 0, 60)],
  },
  {
    key: 'scheduling',
    isSingle: true,
    columns: [
      count('maxDaysAhead', 1, 366),
      time('firstAttempt'),
      count('retryMinutes', 1, 1440),
      count('fundingWorkingDays', 0, 30),
    ],
  },
  {
    key: 'standingOrders',
    isSingle: true,
    columns: [
      count('maxOpenOrders', 1, 1000),
      count('maxDaysAhead', 1, 3650),
      time('firstAttempt'),
      { name: 'retries', kind: 'times' },
      time('warnAt'),
      count('waitDays', 0, 6),
    ],
  },
  {
    key: 'calendars',
    columns: [
      { name: 'calendar', kind: 'choice', choices: calendars, isKey: true },
      { name: 'knownUntil', kind: 'date' },
      { name: 'source', kind: 'text' },
    ],
  },
  {
    key: 'bankHolidays',
    canAdd: true,
    upcoming: 'day',
    columns: [
      { name: 'calendar', kind: 'choice', choices: calendars, isKey: true },
      { name: 'day', kind: 'date', isKey: true },
      { name: 'name', kind: 'text' },
      { name: 'assumed', kind: 'flag' },
      { name: 'isClosed', kind: 'flag' },
    ],
  },
  {
    key: 'requirements',
    columns: [
      { name: 'partner', kind: 'text', isKey: true },
      rail,
      currency,
      { name: 'requiredFields', kind: 'choices', choices: ['purposeCode', 'relationship', 'sourceOfFunds'] },
    ],
  },
  {
    key: 'questionCodes',
    canAdd: true,
    columns: [
      { name: 'code', kind: 'code', isKey: true },
      { name: 'isQuestion', kind: 'flag' },
    ],
  },
] as const;

const limits = [
  {
    key: 'railLimits',
    columns: [rail, currency, tier, amount('perPayment', highestPayment), amount('perDay', 2 * highestPayment)],
  },
  { key: 'deposits', columns: [currency, amount('min', 1000), amount('max', highestPayment)] },
  // After a new PIN (product.md B13).
  { key: 'cooling', canAdd: true, columns: [currency, amount('max', 5000)] },
] as const;

const payees = [
  { key: 'newPayees', canAdd: true, columns: [currency, amount('max', highestPayment / 2), count('hours', 1, 168)] },
  {
    key: 'payeeBanks',
    canAdd: true,
    columns: [
      { name: 'bankCode', kind: 'code', isKey: true },
      { ...amount('max', 100_000), currency: 'THB' },
    ],
  },
] as const;

const cards = [
  {
    key: 'topUps',
    columns: [
      currency,
      bps('feeBps', 1000),
      amount('min', 1000),
      amount('max', 10_000),
      amount('perDay', 20_000),
      { name: 'acceptedFunding', kind: 'choices', choices: ['debit', 'credit', 'prepaid'] },
    ],
  },
] as const;

const issuedCards = [
  {
    key: 'issuedCards',
    isSingle: true,
    columns: [
      { name: 'isOffered', kind: 'flag' },
      count('renewalDays', 0, 120),
      count('deliveryDaysMin', 1, 60),
      count('deliveryDaysMax', 1, 60),
      count('cardsPerPerson', 1, 50),
    ],
  },
  {
    key: 'cardLimits',
    columns: [
      currency,
      amount('virtualFee', highestFee),
      amount('physicalFee', highestFee),
      amount('replacementFee', highestFee),
      amount('firstPerPayment', highestOfCard),
      amount('firstDaily', highestOfCard),
      amount('firstMonthly', highestOfCard),
      amount('maxPerPayment', highestOfCard),
      amount('maxDaily', highestOfCard),
      amount('maxMonthly', highestOfCard),
    ],
  },
  { key: 'cardPayments', isSingle: true, columns: [bps('abroadFeeBps', 500), count('receiptReminderDays', 0, 60)] },
] as const;

const identity = [
  {
    key: 'kyc',
    isSingle: true,
    columns: [
      count('actionDays', 1, 90),
      count('conditionDays', 1, 180),
      count('enquiryMinutes', 1, 1440),
      count('silenceHours', 1, 168),
      count('reviewHours', 1, 240),
      count('refreshPersonMonths', 1, 60),
      count('refreshBusinessMonths', 1, 60),
      count('refreshNoticeDays', 1, 90),
      count('refreshGraceDays', 0, 90),
      count('linkDays', 1, 30),
    ],
  },
  {
    key: 'conditionalLimits',
    canAdd: true,
    columns: [currency, amount('perPayment', 10_000), amount('perDay', 20_000)],
  },
  // Above, a name with one letter changed is no hit; below, every name is (product.md D4).
  { key: 'screening', isSingle: true, columns: [count('similarity', 750, 950)] },
  {
    key: 'upgrade',
    isSingle: true,
    columns: [count('kycGapDays', 1, 365), count('reviewDays', 1, 90), count('accountOpeningHours', 1, 240)],
  },
] as const;

const fx = [
  {
    key: 'quotes',
    isSingle: true,
    columns: [
      count('quotesPerMinute', 1, 1000),
      count('displayedSeconds', 1, 300),
      bps('displayedToleranceBps', 100),
      bps('approvalToleranceBps', 500),
      count('batchPayments', 1, 10_000),
    ],
  },
] as const;

const rateDesk = {
  key: 'rateDesk',
  isSingle: true,
  columns: [{ ...bps('deviationBps', 2000), min: 1 }, count('maxHours', 1, 24)],
} as const;

const accounts = [
  { key: 'closure', isSingle: true, columns: [count('graceDays', 1, 90), count('clearingDays', 1, 180)] },
  // Two months’ notice: Payment Services Regulations 2017, regulation 51(4).
  { key: 'statusChange', isSingle: true, columns: [count('noticeDays', 60, 365), count('reviewDays', 1, 180)] },
  { key: 'files', isSingle: true, columns: [count('unattachedHours', 1, 720)] },
  { key: 'apiLog', isSingle: true, columns: [count('keptDays', 7, 400)] },
] as const;

const review = [
  {
    key: 'railReview',
    canAdd: true,
    columns: [
      rail,
      currency,
      { ...amount('above', highestReview), isKey: true },
      { name: 'documents', kind: 'documents', choices: ['invoice', 'source_of_funds'] },
    ],
  },
  { key: 'reviewClaims', isSingle: true, columns: [count('claimMinutes', 1, 480)] },
  // From here on a release takes two people (product.md D2).
  { key: 'dualControl', canAdd: true, columns: [currency, amount('above', highestReview)] },
  { key: 'compensation', canAdd: true, columns: [currency, amount('max', 1000)] },
  { key: 'partnerMinimum', canAdd: true, columns: [currency, amount('min', 1000)] },
] as const;

const inGroup = <const Group extends RuleGroup, const Sheets extends readonly SettingSheet[]>(
  group: Group,
  sheets: Sheets,
): readonly RuleSheet[] => sheets.map((sheet) => ({ ...sheet, group }));

export const ruleSheets: readonly RuleSheet[] = [
  ...inGroup('payments', payments),
  ...inGroup('limits', limits),
  ...inGroup('payees', payees),
  ...inGroup('cards', [...cards, ...issuedCards]),
  ...inGroup('identity', identity),
  ...inGroup('fx', [...fx, rateDesk]),
  ...inGroup('accounts', accounts),
  ...inGroup('review', review),
];

import type { Currency, Money } from '@larkmere/money/money';

/** A parameter as it travels and is stored: money as a decimal with its currency, dates and times in ISO format. */
export type ParameterValue =
  | string
  | number
  | readonly string[]
  | Readonly<{ amount: string; currency: Currency }>
  | StoredMessage;

/** What is known of a message that was read from JSON. */
export type StoredMessage = Readonly<{ code: string; params: Readonly<Record<string, ParameterValue>> }>;

type Kinds = {
  text: string;
  number: number;
  money: Money;
  /** Figure of a rate with the decimals to show. */
  rate: string;
  /** Day without a time, such as `2026-11-23`. */
  date: string;
  moment: Date;
  /** Shown as `a, b and c`. */
  list: readonly string[];
  /** Shown as `a, b or c`. */
  options: readonly string[];
  message: StoredMessage;
};
export type ParameterKind = keyof Kinds;

/** Every parameter that a text may contain. A name has one kind in all texts. */
export const parameters = {
  account: 'text',
  address: 'text',
  /** A time of the same day, or a date. */
  arrivesBy: 'text',
  bank: 'text',
  bankName: 'text',
  base: 'text',
  buyCurrency: 'text',
  card: 'text',
  changedByName: 'text',
  changes: 'text',
  closeLink: 'text',
  code: 'text',
  companyName: 'text',
  confirmLink: 'text',
  country: 'text',
  countryName: 'text',
  currency: 'text',
  description: 'text',
  device: 'text',
  deviceLink: 'text',
  email: 'text',
  extension: 'text',
  fileName: 'text',
  firstName: 'text',
  frequency: 'text',
  inviteLink: 'text',
  inviterName: 'text',
  /** `yes` or `no`. */
  isUsable: 'text',
  label: 'text',
  letter: 'text',
  loginName: 'text',
  maker: 'text',
  month: 'text',
  makerName: 'text',
  memberCode: 'text',
  maxSize: 'text',
  name: 'text',
  note: 'text',
  newName: 'text',
  newPercent: 'text',
  newRole: 'text',
  nothingDone: 'text',
  oldName: 'text',
  oldPercent: 'text',
  oldRole: 'text',
  outcome: 'text',
  period: 'text',
  owner: 'text',
  password: 'text',
  payeeName: 'text',
  payerName: 'text',
  paymentReference: 'text',
  plainAmount: 'text',
  plainOther: 'text',
  itemName: 'text',
  firmName: 'text',
  personLink: 'text',
  pinLink: 'text',
  place: 'text',
  prefix: 'text',
  question: 'text',
  quote: 'text',
  reference: 'text',
  requestId: 'text',
  resetLink: 'text',
  retryTime: 'text',
  role: 'text',
  route: 'text',
  scope: 'text',
  sellCurrency: 'text',
  sign: 'text',
  slippage: 'text',
  statementLink: 'text',
  stopLink: 'text',
  status: 'text',
  step: 'text',
  staffName: 'text',
  supportPhone: 'text',
  tariffLink: 'text',
  ticket: 'text',
  topic: 'text',
  type: 'text',
  typed: 'text',
  version: 'text',
  year: 'text',

  actual: 'number',
  added: 'number',
  approvers: 'number',
  calls: 'number',
  count: 'number',
  expected: 'number',
  failures: 'number',
  hours: 'number',
  days: 'number',
  left: 'number',
  length: 'number',
  line: 'number',
  max: 'number',
  min: 'number',
  more: 'number',
  number: 'number',
  percent: 'number',
  row: 'number',
  seconds: 'number',
  stated: 'number',

  agreed: 'money',
  amount: 'money',
  available: 'money',
  before: 'money',
  bought: 'money',
  buy: 'money',
  charges: 'money',
  excess: 'money',
  fee: 'money',
  floor: 'money',
  limit: 'money',
  maximum: 'money',
  minimum: 'money',
  missing: 'money',
  needed: 'money',
  other: 'money',
  quotedFee: 'money',
  remaining: 'money',
  sell: 'money',
  sold: 'money',
  total: 'money',
  used: 'money',

  limitRate: 'rate',
  minimumRate: 'rate',
  rate: 'rate',
  target: 'rate',

  from: 'date',
  to: 'date',
  day: 'date',
  decidedBy: 'date',
  deletedOn: 'date',
  dueOn: 'date',
  earliest: 'date',
  effectiveOn: 'date',
  latest: 'date',
  next: 'date',
  otherDay: 'date',
  payDay: 'date',
  returnedOn: 'date',
  settlementDate: 'date',

  at: 'moment',
  changedAt: 'moment',
  closedAt: 'moment',
  closesAt: 'moment',
  statementsUntil: 'moment',
  completedAt: 'moment',
  deadlineAt: 'moment',
  expiresAt: 'moment',
  lockedAt: 'moment',
  loggedInAt: 'moment',
  nextUpdateAt: 'moment',
  openedAt: 'moment',
  opensAt: 'moment',
  resetsAt: 'moment',
  retryAt: 'moment',
  takesEffectAt: 'moment',
  unlocksAt: 'moment',
  until: 'moment',

  missingFields: 'list',
  names: 'list',
  uses: 'list',

  choices: 'options',
  lengths: 'options',
  roles: 'options',

  appliesTo: 'message',
  fault: 'message',
  nextStep: 'message',
  order: 'message',
  reason: 'message',
  title: 'message',
  wait: 'message',
  what: 'message',
} as const satisfies Record<string, ParameterKind>;

export type ParameterName = keyof typeof parameters;
export type Parameter<Name extends ParameterName> = Kinds[(typeof parameters)[Name]];

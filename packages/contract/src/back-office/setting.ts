import { z } from 'zod';
import { PriceRise } from '../customers/price-notice.ts';
import { UserType } from '../identity/session.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput, Idempotency, Moment, MoneyView, objectOf, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';
import { cellSchema } from './setting-cell.ts';
import { isSheetOfOne, type SettingName, type SettingSheet, settingSheets, sheetsOf } from './setting-sheets.ts';

const SettingKey = z.enum(Object.keys(settingSheets) as [SettingName]);

const rowSchema = ({ columns }: SettingSheet, isProposal: boolean) =>
  z.strictObject(Object.fromEntries(columns.map((column) => [column.name, cellSchema(column, isProposal)])));

/** The data that is read, or with only the changed rows that is proposed. */
function dataSchema(setting: SettingName, isProposal: boolean): z.ZodObject {
  const sheets = sheetsOf(setting);
  const [first] = sheets;
  if (first && isSheetOfOne(sheets)) return rowSchema(first, isProposal);
  const rows = (sheet: SettingSheet) => z.array(rowSchema(sheet, isProposal));
  return z.strictObject(
    Object.fromEntries(
      sheets.map((sheet) => [sheet.key, isProposal ? rows(sheet).min(1).max(1000).optional() : rows(sheet).optional()]),
    ),
  );
}

/** The rows of one sheet that a change would replace. */
export const settingProposalData = Object.fromEntries(
  SettingKey.options.map((setting) => [setting, dataSchema(setting, true)]),
) as Readonly<Record<SettingName, z.ZodObject>>;

const SettingState = z.enum([
  'draft',
  'proposed',
  'withdrawn',
  'rejected',
  'scheduled',
  'live',
  'retired',
  'rolled_back',
]);
export type SettingState = z.infer<typeof SettingState>;

const SettingChange = z
  .object({
    uid: Uid,
    sheet: z.string(),
    state: SettingState,
    /** One line per changed value; `from` is null in a new row, `row` names the row and is empty where there is only one. */
    changes: z.array(
      z.object({ row: z.string(), column: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    /** Null: as soon as it is approved. */
    takesEffectAt: Moment.nullable(),
    reason: z.string(),
    /** The change whose former values this one restores. */
    rollsBack: Uid.nullable(),
    proposedBy: z.string(),
    isOwn: z.boolean(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'SettingChange' });
export type SettingChange = z.infer<typeof SettingChange>;

const DeskRate = z
  .object({
    currency: CurrencyCode,
    /** What one pound buys, without margin. */
    rate: z.string(),
    source: z.string(),
    at: Moment,
    ageSeconds: z.int(),
    /** Too old to deal on. */
    isStale: z.boolean(),
  })
  .meta({ id: 'DeskRate' });
export type DeskRate = z.infer<typeof DeskRate>;

const documentOf = (setting: SettingName) =>
  z.object({
    setting: z.literal(setting),
    /** One more than the number of changes that took effect. */
    version: z.int(),
    status: z.literal('live'),
    /** Null: nothing is in force. */
    effectiveFrom: Moment.nullable(),
    /** Null: initial data. */
    createdBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    reason: z.string().nullable(),
    /** The rows in force of the sheets that the reader may see. */
    data: dataSchema(setting, false),
    /** Where the reader may propose and approve. */
    sheets: z.array(
      z.object({
        key: z.string(),
        canPropose: z.boolean(),
        canApprove: z.boolean(),
        version: z.int(),
        effectiveFrom: Moment.nullable(),
      }),
    ),
    changes: z.array(SettingChange),
    rates: z.array(DeskRate),
  });
export type SettingDocument = z.infer<ReturnType<typeof documentOf>>;

const show = <const Name extends SettingName>(setting: Name, about: string) =>
  endpoint({
    method: 'GET',
    path: `/v1/manage/setting/${setting}`,
    access: 'staff',
    about: `${about} The rows in force, and the changes, latest first.`,
    input: EmptyInput,
    reply: documentOf(setting).meta({ id: `Setting-${setting}` }),
    refusals: ['access_denied'],
  });

const Proposed = z.object({ uid: Uid, state: SettingState }).meta({ id: 'ProposedSetting' });

const propose = <const Name extends SettingName>(setting: Name, about: string) =>
  endpoint({
    method: 'POST',
    path: `/v1/manage/setting/${setting}`,
    access: 'staff',
    about: `${about} Proposes other rows of one sheet. Somebody else with the right to approve puts them in force.`,
    input: z.strictObject({
      /** Of the change. A draft is replaced under the same one. */
      uid: Uid,
      data: dataSchema(setting, true),
      takesEffectAt: Moment.nullable().default(null),
      reason: ChangeReason,
      /** A draft is seen by everyone, changed by its author, and approved by nobody. */
      status: z.enum(['draft', 'pending_approval']).default('pending_approval'),
      idempotency: Idempotency,
    }),
    reply: Proposed,
    refusals: ['access_denied', 'validation_failed', 'invalid_transition', 'rule_unsatisfiable'],
  });

const abouts = {
  autofx: 'Limits per customer of automatic exchange orders.',
  swiftpayment: 'Fees, charges, limits, opening hours, review thresholds and countries of SWIFT payments.',
  'rate-offtime': 'When the exchange market is closed, and what exchanging costs then.',
  'setting-marketing': 'Fees and discounts of campaigns, each a line of its own in the price of the customer.',
  'cab-pair-currencies': 'Margin, fee, limit and validity of a quote per pair of currencies and tier.',
  rules: 'Every other limit, fee, time and threshold, each table on its own.',
} as const;

export const showAutofx = show('autofx', abouts.autofx);
export const proposeAutofx = propose('autofx', abouts.autofx);
export const showSwiftpayment = show('swiftpayment', abouts.swiftpayment);
export const proposeSwiftpayment = propose('swiftpayment', abouts.swiftpayment);
export const showRateOfftime = show('rate-offtime', abouts['rate-offtime']);
export const proposeRateOfftime = propose('rate-offtime', abouts['rate-offtime']);
export const showMarketing = show('setting-marketing', abouts['setting-marketing']);
export const proposeMarketing = propose('setting-marketing', abouts['setting-marketing']);
export const showPairs = show('cab-pair-currencies', abouts['cab-pair-currencies']);
export const proposePairs = propose('cab-pair-currencies', abouts['cab-pair-currencies']);
export const showRules = show('rules', abouts.rules);
export const proposeRules = propose('rules', abouts.rules);

const CustomerCount = objectOf(UserType.options, z.int());

/** What customers must be told of beforehand. */
const NoticeOfRise = z
  .object({
    rises: z.array(PriceRise),
    /** Those who are informed when the change is approved. */
    customers: z.int(),
    /** The rises may not take effect before this moment. */
    earliest: Moment,
    /** A day after it that leaves time for the approval. */
    suggested: Moment,
    /** Other rows of the change raise nothing, so they need not wait. */
    canSplit: z.boolean(),
  })
  .meta({ id: 'NoticeOfRise' });
export type NoticeOfRise = z.infer<typeof NoticeOfRise>;

const SettingEffect = z
  .object({
    /** What customers pay for an amount, in the currency that they pay with; null where nothing can be priced. */
    examples: z.array(
      z.object({
        what: z.string(),
        tier: UserType,
        amount: MoneyView,
        before: MoneyView.nullable(),
        after: MoneyView.nullable(),
        /** `after` less `before`. */
        difference: MoneyView.nullable(),
      }),
    ),
    payMore: CustomerCount,
    payLess: CustomerCount,
    /** All customers of the tiers that the rows are about. */
    customers: CustomerCount,
    /** Null: no fee rises, so nobody has to be informed. */
    notice: NoticeOfRise.nullable(),
  })
  .meta({ id: 'SettingEffect' });
export type SettingEffect = z.infer<typeof SettingEffect>;

const rowsOrChange = { setting: SettingKey, data: z.looseObject({}).optional(), change: Uid.optional() };

export const preview = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/preview',
  access: 'staff',
  returnsQuote: true,
  about:
    'What customers would pay with these rows, or with those of a change, by the price functions themselves: about 100, 1,000 and 25,000 pounds for each tier, and how many customers would pay more. Nothing is written.',
  input: z.strictObject({ ...rowsOrChange, idempotency: Idempotency.optional() }),
  reply: SettingEffect,
  refusals: ['access_denied', 'validation_failed', 'not_found'],
});

const PricedCustomer = z
  .object({
    customerId: Uid,
    name: z.string(),
    memberCode: z.string(),
    tier: UserType,
    /** The first of the rises for this tier. */
    rise: PriceRise,
  })
  .meta({ id: 'PricedCustomer' });

export const listPayMore = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/pay-more',
  access: 'staff',
  returnsQuote: true,
  about:
    'The customers whose fees these rows, or those of a change, raise, by name and page by page. The audit log keeps who was shown.',
  input: z.strictObject({
    ...rowsOrChange,
    page: z.int().min(1).max(100_000).default(1),
    size: z.int().min(1).max(200).default(20),
    idempotency: Idempotency.optional(),
  }),
  reply: z.object({ list: z.array(PricedCustomer), total: z.int(), page: z.int(), size: z.int() }),
  refusals: ['access_denied', 'validation_failed', 'not_found'],
});

export const split = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/split',
  access: 'staff',
  about:
    'Proposes the rows that raise no fee for at once, and those that do for the first day that leaves customers their notice: two changes, each approved on its own.',
  input: z.strictObject({
    setting: SettingKey,
    data: z.looseObject({}),
    /** Of the change at once, and of the later one. */
    uid: Uid,
    later: Uid,
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: z.object({ now: Proposed, later: Proposed, takesEffectAt: Moment }),
  refusals: ['access_denied', 'validation_failed', 'invalid_transition'],
});

const ofChange = { setting: SettingKey, uid: Uid, idempotency: Idempotency };

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/{uid}/approve',
  access: 'staff',
  about: 'Puts a proposed change in force, at once or at its time.',
  input: z.strictObject(ofChange),
  reply: Proposed,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict', 'validation_failed'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/{uid}/refuse',
  access: 'staff',
  about: 'Refuses a proposed change. Nothing changes.',
  input: z.strictObject({ ...ofChange, note: ChangeReason }),
  reply: Proposed,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'],
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/{uid}/withdraw',
  access: 'staff',
  about: 'Takes back a draft or a proposed change of one’s own before it is decided.',
  input: z.strictObject(ofChange),
  reply: Proposed,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const rollBack = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/{setting}/{uid}/roll-back',
  access: 'staff',
  about:
    'Proposes the former values of a live change, or to call off a scheduled one. Another person approves it like any change.',
  input: z.strictObject({ ...ofChange, change: Uid, reason: ChangeReason }),
  reply: Proposed,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, CurrencyCode, EmptyInput, Moment, MoneyView, Uid } from '../platform/fields.ts';

/** Exchange: margin and fee. Payment: the fee. */
export const partnerProducts = ['exchange', 'payment'] as const;
const PartnerProduct = z.enum(partnerProducts);
export type PartnerProduct = z.infer<typeof PartnerProduct>;

export const ShareRule = z
  .object({
    exchangeBps: z.int(),
    paymentBps: z.int(),
    /** In which the share is paid. */
    currency: CurrencyCode,
    /** The most for one month. */
    monthlyCap: MoneyView.nullable(),
    /** For how long a customer earns a share, from their registration. */
    months: z.int().nullable(),
    startsAt: Moment,
    /** The last day. */
    ends: CalendarDate.nullable(),
  })
  .meta({ id: 'ShareRule' });
export type ShareRule = z.infer<typeof ShareRule>;

/** Carried: nothing is paid, the total is part of the next statement. */
export const partnerStatementStates = ['carried', 'due', 'paid'] as const;

export const PartnerStatement = z
  .object({
    uid: Uid,
    /** The first day of the month. */
    month: CalendarDate,
    issuedAt: Moment,
    isFinal: z.boolean(),
    /** What the customers earned in the month, not more than the limit of the rule. */
    share: MoneyView,
    /** From the statement before; negative if more was taken back than earned. */
    carriedIn: MoneyView,
    total: MoneyView,
    state: z.enum(partnerStatementStates),
    /** Why one that is due waits, in a sentence. */
    reason: z.string().nullable(),
    paidAt: Moment.nullable(),
  })
  .meta({ id: 'PartnerStatement' });
export type PartnerStatement = z.infer<typeof PartnerStatement>;

export const PartnerShareLine = z
  .object({
    /** First name and initial. Nothing else about the customer. */
    name: z.string(),
    product: PartnerProduct,
    deals: z.int(),
    share: MoneyView,
  })
  .meta({ id: 'PartnerShareLine' });
export type PartnerShareLine = z.infer<typeof PartnerShareLine>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/introducer-partner',
  access: 'introducer',
  about:
    'The share rule of an introducer partner, the share of the month so far at the rates of now, and the statements of the last two years. Null for a customer who never was a partner. It has no balances, amounts or counterparties of introduced customers.',
  input: EmptyInput,
  reply: z
    .object({
      /** Null: no rule is in force. */
      rule: ShareRule.nullable(),
      /** Less than this is carried forward. */
      minimum: MoneyView,
      soFar: z
        .object({
          lines: z.array(PartnerShareLine),
          carriedIn: MoneyView,
          total: MoneyView,
          /** When the next statement is made. */
          statementOn: CalendarDate,
        })
        /** Null while a rate is missing. */
        .nullable(),
      statements: z.array(PartnerStatement),
    })
    .nullable(),
  refusals: [],
});

export const download = endpoint({
  method: 'GET',
  path: '/v1/introducer-partner/statement/{uid}/{format}',
  access: 'introducer',
  downloadTokenParameter: 'access_token',
  about:
    'A statement of an introducer partner as a PDF or CSV file. `access_token` is a ticket of `/v1/session/ticket`, never a session’s token.',
  input: z.strictObject({ uid: Uid, format: z.enum(['pdf', 'csv']), access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['not_found'],
});

import { z } from 'zod';
import { DisplayedRate } from '../platform/displayed-rate.ts';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CalendarDate, CurrencyCode, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** What a line is, whatever its text in the language of the customer. */
export const movementKinds = [
  'payment',
  'return',
  'credit',
  'exchange',
  'transfer',
  'card',
  'fee',
  'compensation',
  'adjustment',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** `compact`: one row per operation, fees included; `flat`: each fee as its own row, for exports. */
export const StatementLayout = z.enum(['compact', 'flat']);
export type StatementLayout = z.infer<typeof StatementLayout>;

export const StatementLine = z
  .object({
    uid: z.string(),
    /** At most 16 characters of A-Z and 0-9, identical on screen, receipt and export. */
    reference: z.string(),
    bookedAt: Moment,
    valueDate: CalendarDate,
    type: z.string(),
    direction: z.enum(['in', 'out']),
    amount: z.string(),
    currency: CurrencyCode,
    /** The fee within `amount`, charged or refunded, and the amount without it. */
    fee: MoneyView.extend({ refunded: z.boolean(), amountWithout: z.string() }).nullable(),
    balanceAfter: z.string(),
    counterparty: z.string().nullable(),
    counterpartyAccount: z.string().nullable(),
    description: z.string(),
    payeeReference: z.string().nullable(),
    paymentUid: Uid.nullable(),
    /** Whoever may view SWIFT payments but not pay opens those alone. */
    paymentReach: z.enum(['domestic', 'swift']).nullable(),
    exchange: z.object({ sold: MoneyView, bought: MoneyView, fee: MoneyView, rate: DisplayedRate }).nullable(),
  })
  .meta({ id: 'StatementLine' });
export type StatementLine = z.infer<typeof StatementLine>;

const totals = {
  currency: CurrencyCode,
  opening: z.string(),
  closing: z.string(),
  totalIn: z.string(),
  totalOut: z.string(),
};

export const statement = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/{bankholderid}/statement',
  access: 'statement',
  about:
    'Booked lines of an account, newest first, page by page, with totals of the whole range that agree with the books. A payment, a return and an exchange are one row each with the fee inside, unless the layout is flat.',
  input: z.strictObject({
    bankholderid: BankHolderId,
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    direction: z.enum(['in', 'out']).optional(),
    search: freeText().max(100).optional(),
    layout: StatementLayout.optional(),
    cursor: z.string().max(40).optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(StatementLine), next: z.string().nullable(), ...totals }),
  refusals: ['not_found', 'validation_failed'],
});

export const walletStatement = endpoint({
  method: 'GET',
  path: '/v1/wallet/{id}/statement',
  access: 'statement',
  about:
    'The lines of a wallet by page number, newest first, each with the balance after it. Totals are of the whole range, whatever narrows the lines.',
  input: z.strictObject({
    id: BankHolderId,
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    type: z.enum(movementKinds).optional(),
    direction: z.enum(['in', 'out']).optional(),
    search: freeText().max(100).optional(),
    page: z.coerce.number().int().min(1).max(1000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(StatementLine), page: z.int(), hasMore: z.boolean(), ...totals }),
  refusals: ['not_found', 'validation_failed'],
});

const StatementSearchLine = StatementLine.extend({ bankholderid: BankHolderId }).meta({ id: 'StatementSearchLine' });
export type StatementSearchLine = z.infer<typeof StatementSearchLine>;

export const search = endpoint({
  method: 'GET',
  path: '/v1/statement/search',
  access: 'statement',
  about: 'Booked lines of all accounts and of all time, or those that match, newest first, page by page.',
  input: z.strictObject({
    search: freeText().min(1).max(100).optional(),
    direction: z.enum(['in', 'out']).optional(),
    cursor: z.string().max(40).optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(StatementSearchLine), next: z.string().nullable() }),
  refusals: ['validation_failed'],
});

export const ActivityItem = StatementLine.extend({
  bankholderid: BankHolderId,
  pending: z.boolean(),
  state: z.string().nullable(),
  /** Of a payment by one of our cards that the reader may see; with what the merchant took, if in another currency. */
  cardPayment: z.object({ uid: Uid, cardId: Uid, amount: MoneyView.nullable() }).nullable(),
}).meta({ id: 'Activity' });
export type ActivityItem = z.infer<typeof ActivityItem>;

export const activity = endpoint({
  method: 'GET',
  path: '/v1/activity',
  access: 'statement',
  about:
    'The latest movements over all accounts of the customer, newest first; payments under way and what card payments hold included. A payment is one row with its fee inside. An exchange is one row, on the account that it was sold from.',
  input: z.strictObject({ size: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.array(ActivityItem),
  refusals: [],
});

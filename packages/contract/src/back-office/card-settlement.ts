import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, CurrencyCode, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';

export const settlementDifferenceKinds = [
  'payment_unknown',
  'currency_differs',
  'cleared_differs',
  'refunded_differs',
  'payment_twice',
  'sum_differs',
  'count_differs',
] as const;

const SettlementDifference = z.object({
  kind: z.enum(settlementDifferenceKinds),
  /** Null for a difference of the whole file. */
  paymentId: Uid.nullable(),
  /** Amounts in the currency of the settlement, or numbers of lines. */
  inFile: z.string(),
  inBooks: z.string(),
});

export const CardSettlementView = z
  .object({
    id: z.string(),
    day: CalendarDate,
    currency: CurrencyCode,
    cleared: MoneyView,
    refunded: MoneyView,
    /** What the processor takes from our account; with a minus what it pays in. */
    net: MoneyView,
    lines: z.int(),
    state: z.enum(['reported', 'mismatched', 'settled']),
    differences: z.array(SettlementDifference),
    reportedAt: Moment,
    settledAt: Moment.nullable(),
    /** The file is compared again then. Null once it is settled. */
    nextComparisonAt: Moment.nullable(),
  })
  .meta({ id: 'CardSettlement' });
export type CardSettlementView = z.infer<typeof CardSettlementView>;

const SettlementRow = z
  .object({
    paymentId: Uid,
    cleared: MoneyView,
    refunded: MoneyView,
    /** What the books still have to settle, or have settled with this file. Null for a payment that they do not know. */
    inBooks: z.object({ cleared: MoneyView, refunded: MoneyView }).nullable(),
    payment: z
      .object({
        reference: z.string(),
        merchant: z.string(),
        at: Moment,
        customer: z.object({ uid: Uid, memberCode: z.string() }),
      })
      .nullable(),
    differs: z.boolean(),
  })
  .meta({ id: 'CardSettlementRow' });
export type CardSettlementRow = z.infer<typeof SettlementRow>;

const SettlementId = z.string().regex(/^[A-Z0-9-]{6,30}$/);
const settlementList = z.object({ list: z.array(CardSettlementView) });

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/card-settlement',
  access: 'staff',
  about:
    'What the issuer processor took from our account, by day and currency; files that differ from the books first.',
  input: z.strictObject({}),
  reply: settlementList,
  refusals: ['access_denied'],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/card-settlement/{id}',
  access: 'staff',
  about:
    'One settlement with the rows of its file beside the books, at most 500, those that differ first. There are no rows before the file was read.',
  input: z.strictObject({ id: SettlementId }),
  reply: z.object({ settlement: CardSettlementView, rows: z.array(SettlementRow), rowCount: z.int() }),
  refusals: ['access_denied', 'not_found'],
});

export const compare = endpoint({
  method: 'POST',
  path: '/v1/manage/card-settlement/{id}/compare',
  access: 'staff',
  about: 'Compares the file of a settlement with the books again. It is booked once both agree.',
  input: z.strictObject({ id: SettlementId, idempotency: Idempotency }),
  reply: settlementList,
  refusals: ['access_denied', 'invalid_transition', 'not_found'],
});

import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  Uid,
} from '../platform/fields.ts';

export const CoverView = z
  .object({
    uid: Uid,
    state: z.enum(['asked', 'dealt', 'refused']),
    sold: MoneyView,
    bought: MoneyView.nullable(),
    rate: z.string().nullable(),
    reference: z.string().nullable(),
    requestedAt: Moment,
  })
  .meta({ id: 'Cover' });
export type CoverView = z.infer<typeof CoverView>;

/** Currency that the firm holds beyond what it owes customers; negative where it has to buy. */
export const PositionView = z
  .object({
    at: Moment,
    lines: z.array(
      z.object({
        currency: CurrencyCode,
        position: MoneyView,
        free: MoneyView,
        value: MoneyView.nullable(),
      }),
    ),
    total: MoneyView.nullable(),
    revaluation: z.object({ day: CalendarDate, total: MoneyView, change: MoneyView }).nullable(),
    covers: z.array(CoverView),
  })
  .meta({ id: 'Position' });
export type PositionView = z.infer<typeof PositionView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/position',
  access: 'staff',
  about: 'The firm’s position in each currency, its worth in pounds, the last revaluation and the latest cover deals.',
  input: EmptyInput,
  reply: PositionView,
  refusals: ['access_denied'],
});

export const cover = endpoint({
  method: 'POST',
  path: '/v1/manage/position/cover',
  access: 'staff',
  about: 'Sells part of a position to the bank for another currency; the bank is asked as soon as this is committed.',
  input: z.strictObject({ sell: CurrencyCode, buy: CurrencyCode, amount: AmountText, idempotency: Idempotency }),
  reply: CoverView,
  refusals: ['access_denied', 'amount_invalid', 'limit_exceeded', 'pair_unavailable', 'rate_unavailable'],
});

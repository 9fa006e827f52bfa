import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, CurrencyCode, Day } from './fields.ts';
import { choiceNames } from './payment-choices.ts';
import { PlannedDate } from './standing-order.ts';
import { Frequency, NonWorkingDay } from './standing-order-terms.ts';

export const preview = endpoint({
  method: 'GET',
  path: '/v1/standing-order/preview',
  access: 'standingorder',
  background: true,
  about: 'The dates that these terms would have, before anything is promised, and the rules that made them.',
  input: z.strictObject({
    /** The payee's. */
    currency: CurrencyCode,
    /** The account's, when it is another. */
    accountCurrency: CurrencyCode.optional(),
    /** Paid by SWIFT or Fedwire. */
    abroad: z.stringbool().optional(),
    /** What decides on the rail where a currency has two. */
    amount: AmountText.optional(),
    frequency: Frequency,
    startDate: Day,
    nonWorkingDay: NonWorkingDay,
    endDate: Day.optional(),
    endCount: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({
    dates: z.array(PlannedDate),
    /** There are more dates than these. */
    more: z.boolean(),
    /** The earliest first date. */
    earliest: Day,
    /** The rail works every day, so that the exact day can be had. */
    exactAllowed: z.boolean(),
    zone: z.string(),
    firstTry: z.string(),
    retries: z.array(z.string()),
    /** What partners insist on knowing of each payment. */
    asks: z.array(z.enum(choiceNames)),
  }),
  refusals: ['unsupported_destination'],
});

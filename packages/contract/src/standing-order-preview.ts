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
    currency: CurrencyCode,
    accountCurrency: CurrencyCode.optional(),
    abroad: z.stringbool().optional(),
    amount: AmountText.optional(),
    frequency: Frequency,
    startDate: Day,
    nonWorkingDay: NonWorkingDay,
    endDate: Day.optional(),
    endCount: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({
    dates: z.array(PlannedDate),
    more: z.boolean(),
    earliest: Day,
    exactAllowed: z.boolean(),
    zone: z.string(),
    firstTry: z.string(),
    retries: z.array(z.string()),
    asks: z.array(z.enum(choiceNames)),
  }),
  refusals: ['unsupported_destination'],
});

import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CalendarDate, CurrencyCode } from '../platform/fields.ts';
import { regulatoryFields } from './regulatory-codes.ts';
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
    isCrossBorder: z.stringbool().optional(),
    amount: AmountText.optional(),
    frequency: Frequency,
    startDate: CalendarDate,
    nonWorkingDay: NonWorkingDay,
    endDate: CalendarDate.optional(),
    endCount: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({
    dates: z.array(PlannedDate),
    more: z.boolean(),
    earliest: CalendarDate,
    exactAllowed: z.boolean(),
    zone: z.string(),
    firstTry: z.string(),
    retries: z.array(z.string()),
    requiredFields: z.array(z.enum(regulatoryFields)),
  }),
  refusals: ['unsupported_destination'],
});

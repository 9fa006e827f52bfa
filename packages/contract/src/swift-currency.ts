import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Empty } from './fields.ts';
import { ChargeType } from './global-payment.ts';
import { PayeeType } from './payee-requirements.ts';

/** A currency that payments by SWIFT can be sent in, with the bounds of one payment of the caller's tier. */
export const SwiftCurrency = z
  .object({
    code: CurrencyCode,
    name: z.string(),
    minorUnits: z.int(),
    min: z.string(),
    max: z.string(),
    chargeTypes: z.array(ChargeType),
    /** Until when it goes on the same day; null: around the clock. */
    cutoff: z.object({ time: z.string(), zone: z.string() }).nullable(),
    /** How many days it takes at most. */
    valueDays: z.int(),
    /** The types of payee that are paid this way; their fields are told by `/v1/payee/requirements`. */
    requirements: z.array(PayeeType),
    enabled: z.boolean(),
    /** What is said while it is not. */
    message: z.string().nullable(),
  })
  .meta({ id: 'SwiftCurrency' });

export const list = endpoint({
  method: 'GET',
  path: '/v1/swift-currency',
  access: 'customer',
  about: 'The currencies that payments by SWIFT can be sent in, with the least and the most of one payment.',
  input: Empty,
  reply: z.array(SwiftCurrency),
  refusals: [],
});

import { z } from 'zod';
import { PayeeType } from '../payees/payee-requirements.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput } from '../platform/fields.ts';
import { ChargeType } from './international.ts';

export const SwiftCurrency = z
  .object({
    code: CurrencyCode,
    name: z.string(),
    minorUnits: z.int(),
    min: z.string(),
    max: z.string(),
    chargeTypes: z.array(ChargeType),
    cutoff: z.object({ time: z.string(), zone: z.string() }).nullable(),
    valueDays: z.int(),
    requirements: z.array(PayeeType),
    enabled: z.boolean(),
    message: z.string().nullable(),
  })
  .meta({ id: 'SwiftCurrency' });

export const list = endpoint({
  method: 'GET',
  path: '/v1/swift-currency',
  access: 'customer',
  about: 'The currencies that payments by SWIFT can be sent in, with the least and the most of one payment.',
  input: EmptyInput,
  reply: z.array(SwiftCurrency),
  refusals: [],
});

import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput } from '../platform/fields.ts';

export const CountryView = z
  .object({
    iso2: z.string().length(2),
    iso3: z.string().length(3),
    name: z.string(),
    dialCode: z.string().nullable(),
    iban: z.object({ used: z.boolean(), length: z.int().nullable(), prefix: z.string().nullable() }),
    postcodePattern: z.string().nullable(),
    stateRequired: z.boolean(),
    sepa: z.boolean(),
    currencies: z.array(CurrencyCode),
    risk: z.enum(['standard', 'enhanced', 'prohibited']),
  })
  .meta({ id: 'Country' });
export type CountryView = z.infer<typeof CountryView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/country',
  access: 'public',
  about: 'Every country by name, with its dialling code and what its account numbers look like.',
  input: EmptyInput,
  reply: z.array(CountryView),
  refusals: [],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Empty } from './fields.ts';

export const CountryView = z
  .object({
    iso2: z.string().length(2),
    iso3: z.string().length(3),
    name: z.string(),
    /** Such as `44`; null where nobody has a telephone. */
    dialCode: z.string().nullable(),
    /** Whether its accounts have IBANs; how long they are and how they begin there. */
    iban: z.object({ used: z.boolean(), length: z.int().nullable(), prefix: z.string().nullable() }),
    /** What its postcodes look like, as a regular expression; null where it has none, or none are known here. */
    postcodePattern: z.string().nullable(),
    /** Whether an address there is not whole without a state or province. */
    stateRequired: z.boolean(),
    /** Whether euros reach it by SEPA. */
    sepa: z.boolean(),
    /** Its currencies that can be sent. */
    currencies: z.array(CurrencyCode),
    /** Whether money may be sent there: without more ado, past a person here, or not at all. */
    risk: z.enum(['standard', 'enhanced', 'prohibited']),
  })
  .meta({ id: 'Country' });
export type CountryView = z.infer<typeof CountryView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/country',
  access: 'public',
  about: 'Every country by name, with its dialling code and what its account numbers look like.',
  input: Empty,
  reply: z.array(CountryView),
  refusals: [],
});

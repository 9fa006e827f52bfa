import type { PayeeField } from '@larkmere/contract/payee-requirements';
import { allCountries } from '../../country/country.ts';
import { background, bic, contact, field, latinName, latinReference, nickname, optionalAddress } from './field.ts';
import { ibanOf } from './iban.ts';

/** The 26 entries of the specification (section 3), in its order and wording. */
const specified = [
  ['AD', 'Andorra'],
  ['AT', 'Austria'],
  ['PT-20', 'Azores'],
  ['BE', 'Belgium'],
  ['ES-CN', 'Canary Island'],
  ['CY', 'Cyprus'],
  ['EE', 'Estonia'],
  ['FI', 'Finland'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['GI', 'Gibraltar'],
  ['GR', 'Greece'],
  ['IE', 'Ireland'],
  ['IT', 'Italy'],
  ['LV', 'Latvia'],
  ['LT', 'Lithuania'],
  ['LU', 'Luxembourg'],
  ['PT-30', 'Madeira'],
  ['MT', 'Malta'],
  ['MC', 'Monaco'],
  ['NL', 'Netherlands'],
  ['PT', 'Portugal'],
  ['SM', 'San Marino'],
  ['SK', 'Slovakia'],
  ['SI', 'Slovenia'],
  ['ES', 'Spain'],
].map(([value = '', label = '']) => ({ value, label }));

const options = [
  ...specified,
  ...allCountries
    .filter(({ iso2, sepa, iban }) => sepa && iban && !specified.some(({ value }) => value === iso2))
    .map(({ iso2, name }) => ({ value: iso2, label: name })),
];

const country = field({
  key: 'country',
  label: 'Country of the account',
  inputType: 'select',
  options,
  missing: 'Choose the country of the account',
  wrong: 'Choose a country that SEPA reaches',
  refreshOnChange: true,
});

export function eur(given: string | undefined, addressCountry: string | undefined): PayeeField[] {
  const iban = given && ibanOf(given.slice(0, 2));
  return [
    latinName,
    country,
    ...(iban ? [iban] : []),
    { ...bic, required: false, hint: 'Only if you have it: banks find it by the IBAN.' },
    latinReference,
    nickname,
    ...optionalAddress(addressCountry),
    ...contact,
    ...background,
  ];
}

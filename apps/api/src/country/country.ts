import { ibanLengthOf } from '@larkmere/contract/account-checks';
import type { CountryView } from '@larkmere/contract/country';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { sepaCountries } from './sepa.ts';

countries.registerLocale(english);

/** FATF's call for counter-measures against these two: nothing is sent there. */
const prohibited = new Set(['IR', 'KP']);

const viewOf = (iso2: string): CountryView => ({
  iso2,
  iso3: countries.alpha2ToAlpha3(iso2) ?? '',
  name: countries.getName(iso2, 'en', { select: 'alias' }) ?? iso2,
  dialCode: isSupportedCountry(iso2) ? getCountryCallingCode(iso2) : null,
  iban: ibanOf(iso2),
  sepa: sepaCountries.has(iso2),
  risk: prohibited.has(iso2) ? 'prohibited' : 'standard',
});

function ibanOf(iso2: string): CountryView['iban'] {
  const length = ibanLengthOf(iso2);
  return length === undefined ? null : { length };
}

const byName = (a: CountryView, b: CountryView): number => a.name.localeCompare(b.name, 'en');

/** Every country by its English name. */
export const allCountries: readonly CountryView[] = Object.keys(countries.getAlpha2Codes())
  .map(viewOf)
  .toSorted(byName);

const known = new Map(allCountries.map((country) => [country.iso2, country]));

/** A country by its ISO code of two letters. */
export const countryOf = (iso2: string): CountryView | undefined => known.get(iso2);

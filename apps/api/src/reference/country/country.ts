import { ibanFormatOf } from '@larkmere/contract/reference/account-checks';
import type { CountryView } from '@larkmere/contract/reference/country';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Tx } from '../../platform/db/db.ts';
import { selectHighestRisk } from './country.sql.ts';
import { currenciesOf } from './country-currencies.ts';
import { countriesWithStates, postcodePatterns } from './postcode-patterns.ts';
import { sepaCountries } from './sepa-countries.ts';

export { countryRule } from './country.settings.ts';

countries.registerLocale(english);

/**
 * Whether money may be sent to a country: `standard`, `enhanced` (manual review) or `prohibited`, by the operator's
 * rules.
 */
export type CountryRisk = CountryView['risk'];

type CountryProfile = Omit<CountryView, 'risk'>;

const codes = Object.keys(countries.getAlpha2Codes());
const shortName = (iso2: string): string => countries.getName(iso2, 'en', { select: 'alias' }) ?? iso2;
const codesByShortName = Map.groupBy(codes, shortName);

export function countryNameOf(iso2: string): string {
  const name = shortName(iso2);
  const isShared = (codesByShortName.get(name)?.length ?? 0) > 1;
  return (isShared && countries.getName(iso2, 'en', { select: 'official' })) || name;
}

const toCountryProfile = (iso2: string): CountryProfile => ({
  iso2,
  iso3: countries.alpha2ToAlpha3(iso2) ?? '',
  name: countryNameOf(iso2),
  dialCode: isSupportedCountry(iso2) ? getCountryCallingCode(iso2) : null,
  iban: ibanOf(iso2),
  postcodePattern: postcodePatterns.get(iso2) ?? null,
  stateRequired: countriesWithStates.has(iso2),
  sepa: sepaCountries.has(iso2),
  currencies: currenciesOf(iso2),
});

function ibanOf(iso2: string): CountryProfile['iban'] {
  const format = ibanFormatOf(iso2);
  return { used: format !== undefined, length: format?.length ?? null, prefix: format?.prefix ?? null };
}

const byName = (a: CountryProfile, b: CountryProfile): number => a.name.localeCompare(b.name, 'en');

export const allCountries: readonly CountryProfile[] = codes.map(toCountryProfile).toSorted(byName);

const countriesByCode = new Map(allCountries.map((country) => [country.iso2, country]));

export const countryOf = (iso2: string): CountryProfile | undefined => countriesByCode.get(iso2);

/** The highest risk of the countries by the rules in force; `standard` without a rule. */
export const riskOf = async (tx: Tx, iso2s: readonly string[]): Promise<CountryRisk> =>
  iso2s.length === 0 ? 'standard' : selectHighestRisk(tx, iso2s);

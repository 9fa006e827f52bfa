import { ibanLengthOf } from '@larkmere/contract/account-checks';
import type { CountryView } from '@larkmere/contract/country';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Tx } from '../kernel/db.ts';
import { gravestRisk } from './country.sql.ts';
import { currenciesOf } from './currencies.ts';
import { postcodes, withStates } from './postcodes.ts';
import { sepaCountries } from './sepa.ts';

countries.registerLocale(english);

/**
 * Whether money may be sent to a country: `standard`, `enhanced` (manual review) or `prohibited`, by the operator's
 * rules.
 */
export type Risk = CountryView['risk'];

type Country = Omit<CountryView, 'risk'>;

const codes = Object.keys(countries.getAlpha2Codes());
const shortName = (iso2: string): string => countries.getName(iso2, 'en', { select: 'alias' }) ?? iso2;
const sharing = Map.groupBy(codes, shortName);

function nameOf(iso2: string): string {
  const name = shortName(iso2);
  const isShared = (sharing.get(name)?.length ?? 0) > 1;
  return (isShared && countries.getName(iso2, 'en', { select: 'official' })) || name;
}

const factsOf = (iso2: string): Country => ({
  iso2,
  iso3: countries.alpha2ToAlpha3(iso2) ?? '',
  name: nameOf(iso2),
  dialCode: isSupportedCountry(iso2) ? getCountryCallingCode(iso2) : null,
  iban: ibanOf(iso2),
  postcodePattern: postcodes.get(iso2) ?? null,
  stateRequired: withStates.has(iso2),
  sepa: sepaCountries.has(iso2),
  currencies: currenciesOf(iso2),
});

function ibanOf(iso2: string): Country['iban'] {
  const length = ibanLengthOf(iso2) ?? null;
  return { used: length !== null, length, prefix: length === null ? null : iso2 };
}

const byName = (a: Country, b: Country): number => a.name.localeCompare(b.name, 'en');

export const allCountries: readonly Country[] = codes.map(factsOf).toSorted(byName);

const known = new Map(allCountries.map((country) => [country.iso2, country]));

export const countryOf = (iso2: string): Country | undefined => known.get(iso2);

/** The highest risk of the countries by the rules in force; `standard` without a rule. */
export const riskOf = async (tx: Tx, iso2s: readonly string[]): Promise<Risk> =>
  iso2s.length === 0 ? 'standard' : gravestRisk(tx, iso2s);

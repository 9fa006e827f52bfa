/**
 * Countries with their names, what payments to them need, and the risk that the operator gives to each. Payments to
 * prohibited countries are refused, those to enhanced-risk countries are reviewed.
 */

import { ibanFormatOf } from '@larkmere/contract/reference/account-checks';
import type { CountryView } from '@larkmere/contract/reference/country';
import type { Currency } from '@larkmere/money/money';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Tx } from '../../platform/db/db.ts';
import { selectHighestRisk } from './country.sql.ts';

export { countryRule } from './country.settings.ts';

countries.registerLocale(english);

/**
 * Whether money may be sent to a country: `standard`, `enhanced` (manual review) or `prohibited`, by the operator's
 * rules.
 */
export type CountryRisk = CountryView['risk'];

type CountryProfile = Omit<CountryView, 'risk'>;

/** Source: Universal Postal Union, addressing systems. */
const patternsWithCountries: readonly (readonly [RegExp, string])[] = [
  [/^\d{3}$/, 'FO IS'],
  [/^\d{4}$/, 'AT AU BE BG CH CY DK HU LI LU NO NZ PH SJ ZA GL MK AL'],
  [/^\d{5}$/, 'DE EE ES FI AX FR GF GP HR IT ME MF BL MQ MC MX MY PM RE RS SM TH UA VA VN YT KR ID TR'],
  [/^\d{6}$/, 'CN IN RO SG'],
  [/^\d{3} ?\d{2}$/, 'CZ GR SE SK'],
  [/^\d{5}(-\d{4})?$/, 'US AS GU MP PR VI'],
  [/^\d{2}-\d{3}$/, 'PL'],
  [/^\d{3}-?\d{4}$/, 'JP'],
  [/^\d{4}-\d{3}$/, 'PT'],
  [/^\d{4} ?[A-Za-z]{2}$/, 'NL'],
  [/^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/, 'CA'],
  [/^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/, 'GB GG IM JE GI'],
  [/^[A-Za-z]\d[\dWw] ?[A-Za-z\d]{4}$/, 'IE'],
  [/^[A-Za-z]{3} ?\d{4}$/, 'MT'],
  [/^[Aa][Dd]\d{3}$/, 'AD'],
  [/^([Ll][Tt]-)?\d{5}$/, 'LT'],
  [/^([Ll][Vv]-)?\d{4}$/, 'LV'],
  [/^([Ss][Ii]-)?\d{4}$/, 'SI'],
  [/^([Mm][Dd]-?)?\d{4}$/, 'MD'],
];

const postcodePatterns: ReadonlyMap<string, string> = new Map(
  patternsWithCountries.flatMap(([{ source }, list]) => list.split(' ').map((iso2) => [iso2, source] as const)),
);

const countriesWithStates: ReadonlySet<string> = new Set(['AU', 'CA', 'US']);

/** The EPC list of SEPA countries of May 2026, with the territories that belong to them. */
const sepaCountries: ReadonlySet<string> = new Set([
  ...'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT'.split(' '),
  ...'NL NO PL PT RO RS SE SI SK SM VA'.split(' '),
  ...'AX BL GF GG GI GP IM JE MF MQ PM RE YT'.split(' '),
]);

const countriesByCurrency: Readonly<Record<Currency, string>> = {
  GBP: 'GB GG IM JE',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  THB: 'TH',
  USD: 'US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI',
  JPY: 'JP',
  AED: 'AE',
  AUD: 'AU CC CX HM KI NF NR TV',
  CAD: 'CA',
  CHF: 'CH LI',
  CNY: 'CN',
  CZK: 'CZ',
  DKK: 'DK FO GL',
  HKD: 'HK',
  HUF: 'HU',
  INR: 'IN BT',
  MXN: 'MX',
  NOK: 'NO BV SJ',
  NZD: 'NZ CK NU PN TK',
  PLN: 'PL',
  SEK: 'SE',
  SGD: 'SG',
  ZAR: 'ZA LS NA',
};
const currencyEntries = Object.entries(countriesByCurrency) as [Currency, string][];

const currenciesOf = (iso2: string): Currency[] =>
  currencyEntries.filter(([, list]) => list.split(' ').includes(iso2)).map(([currency]) => currency);

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

import { expect, test } from 'vitest';
import { allCountries, countryOf } from './country.ts';

test('lists countries by name, each once, with what a form needs', () => {
  expect(allCountries.length).toBeGreaterThanOrEqual(249);
  expect(new Set(allCountries.map(({ iso2 }) => iso2)).size).toBe(allCountries.length);
  const names = allCountries.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(countryOf('DE')).toEqual({
    iso2: 'DE',
    iso3: 'DEU',
    name: 'Germany',
    dialCode: '49',
    iban: { used: true, length: 22, prefix: 'DE' },
    postcodePattern: '^\\d{5}$',
    stateRequired: false,
    sepa: true,
    currencies: ['EUR'],
  });
  expect(countryOf('TH')).toMatchObject({
    name: 'Thailand',
    dialCode: '66',
    iban: { used: false, length: null, prefix: null },
    sepa: false,
    currencies: ['THB'],
  });
  expect(countryOf('ZZ')).toBeUndefined();
});

test('lists the 41 SEPA countries and their territories', () => {
  const territories = ['AX', 'BL', 'GF', 'GG', 'GI', 'GP', 'IM', 'JE', 'MF', 'MQ', 'PM', 'RE', 'YT'];
  const sepa = allCountries.filter(({ sepa }) => sepa).map(({ iso2 }) => iso2);
  expect(sepa.filter((iso2) => !territories.includes(iso2))).toHaveLength(41);
  expect(sepa).toEqual(expect.arrayContaining(['RS', 'MD', 'AL', 'ME', 'MK', ...territories]));
});

test.each([
  ['GB', 'EC1A 9HF', 'EC1A'],
  ['GB', 'm1 1ae', '12345'],
  ['DE', '10119', '1011'],
  ['US', '43004-1234', '4300'],
  ['CA', 'K1A 0B1', 'K1A 0B'],
  ['NL', '1012 JS', '1012'],
  ['PL', '00-950', '0095'],
  ['PT', '1000-260', '1000260'],
  ['SE', '114 55', '1145'],
  ['JP', '102-0074', '102-074'],
  ['TH', '10330', '103300'],
  ['IE', 'D02 X285', 'Dublin 2'],
  ['MT', 'VLT 1117', '1117'],
  ['AU', '2000', '20000'],
])('matches postcodes of %s such as %s, but not %s', (iso2, right, wrong) => {
  const pattern = new RegExp(countryOf(iso2)?.postcodePattern ?? '', 'i');
  expect([pattern.test(right), pattern.test(wrong)]).toEqual([true, false]);
});

test('has no postcode pattern for Hong Kong and the Emirates, and requires a state in three countries', () => {
  for (const iso2 of ['HK', 'AE']) expect(countryOf(iso2)?.postcodePattern).toBeNull();
  expect(allCountries.filter(({ stateRequired }) => stateRequired).map(({ iso2 }) => iso2)).toEqual(['AU', 'CA', 'US']);
});

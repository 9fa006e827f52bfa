import { expect, test } from 'vitest';
import { allCountries, countryOf } from './country.ts';

test('countries stand by name, each once, with what a form needs to know', () => {
  expect(allCountries.length).toBeGreaterThanOrEqual(249);
  expect(new Set(allCountries.map(({ iso2 }) => iso2)).size).toBe(allCountries.length);
  const names = allCountries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(countryOf('DE')).toEqual({
    iso2: 'DE',
    iso3: 'DEU',
    name: 'Germany',
    dialCode: '49',
    iban: { length: 22, prefix: 'DE' },
    sepa: true,
    currencies: ['EUR'],
  });
  expect(countryOf('TH')).toMatchObject({
    name: 'Thailand',
    dialCode: '66',
    iban: null,
    sepa: false,
    currencies: ['THB'],
  });
  expect(countryOf('ZZ')).toBeUndefined();
});

test('SEPA is 41 countries and the territories that belong to some of them', () => {
  const territories = ['AX', 'BL', 'GF', 'GG', 'GI', 'GP', 'IM', 'JE', 'MF', 'MQ', 'PM', 'RE', 'YT'];
  const sepa = allCountries.filter(({ sepa }) => sepa).map(({ iso2 }) => iso2);
  expect(sepa.filter((iso2) => !territories.includes(iso2))).toHaveLength(41);
  expect(sepa).toEqual(expect.arrayContaining(['RS', 'MD', 'AL', 'ME', 'MK', ...territories]));
});

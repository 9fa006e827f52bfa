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
  const countries =
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA';
  const territories = 'AX BL GF GG GI GP IM JE MF MQ PM RE YT';
  expect(countries.split(' ')).toHaveLength(41);
  expect(allCountries.flatMap(({ sepa, iso2 }) => (sepa ? [iso2] : [])).toSorted()).toEqual(
    `${countries} ${territories}`.split(' ').toSorted(),
  );
});

/** `9` stands for a digit, `A` for a letter, `*` for either. */
const postcodes: readonly (readonly [codes: string, ...shapes: string[]])[] = [
  ['FO IS', '999'],
  ['AL AT AU BE BG CH CY DK GL HU LI LU MK NO NZ PH SJ ZA', '9999'],
  ['AX BL DE EE ES FI FR GF GP HR ID IT KR MC ME MF MQ MX MY PM RE RS SM TH TR UA VA VN YT', '99999'],
  ['CN IN RO SG', '999999'],
  ['CZ GR SE SK', '999 99', '99999'],
  ['AS GU MP PR US VI', '99999', '99999-9999'],
  ['PL', '99-999'],
  ['JP', '999-9999', '9999999'],
  ['PT', '9999-999'],
  ['NL', '9999 AA', '9999AA'],
  ['CA', 'A9A 9A9', 'A9A9A9'],
  ['GB GG GI IM JE', 'A9 9AA', 'A99 9AA', 'AA9 9AA', 'AA99 9AA', 'A9A 9AA', 'AA9A 9AA', 'AA999AA'],
  ['IE', 'A99 ****', 'A9W ****', 'A99****'],
  ['MT', 'AAA 9999', 'AAA9999'],
  ['AD', 'AD999'],
  ['LT', '99999', 'LT-99999'],
  ['LV', '9999', 'LV-9999'],
  ['MD', '9999', 'MD-9999', 'MD9999'],
  ['SI', '9999', 'SI-9999'],
];
const shapesOf = (iso2: string): string[] =>
  postcodes.flatMap(([codes, ...shapes]) => (codes.split(' ').includes(iso2) ? shapes : []));
const fill = (shape: string, over: Readonly<Record<string, string>>): string =>
  shape.replace(/^(AD|LT|LV|MD|SI)|[9A*]/g, (sign, prefix?: string) => prefix ?? over[sign] ?? sign);

test.each(allCountries.map(({ iso2, postcodePattern }) => [iso2, postcodePattern] as const))(
  '%s has postcodes of its own shape, if any',
  (iso2, source) => {
    const shapes = shapesOf(iso2);
    expect(source !== null).toBe(shapes.length > 0);
    if (source === null) return;
    const pattern = new RegExp(source, 'u');
    for (const shape of shapes) {
      const [capital, small] = [
        fill(shape, { '9': '4', A: 'K', '*': '7' }),
        fill(shape, { '9': '0', A: 'e', '*': 'w' }),
      ];
      expect([pattern.test(capital), pattern.test(small)], shape).toEqual([true, true]);
      const swapped = fill(shape, { '9': 'K', A: '4', '*': '?' });
      for (const wrong of [`${capital}1`, `1${capital}`, `${capital}K`, capital.slice(0, -1), swapped])
        expect(pattern.test(wrong), `${shape} ${wrong}`).toBe(false);
    }
  },
);

test('has no postcode pattern for Hong Kong and the Emirates, and requires a state in three countries', () => {
  for (const iso2 of ['HK', 'AE']) expect(countryOf(iso2)?.postcodePattern).toBeNull();
  expect(allCountries.filter(({ stateRequired }) => stateRequired).map(({ iso2 }) => iso2)).toEqual(['AU', 'CA', 'US']);
});

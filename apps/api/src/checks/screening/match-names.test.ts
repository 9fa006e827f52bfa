import { describe, expect, it } from 'vitest';
import { createNameMatcher, type ListedName } from './match-names.ts';
import { jaroWinkler, normaliseName } from './name-similarity.ts';

const threshold = 0.88;
const listed = [
  'Bartholomew Quillon Ashgrove',
  'Ivanka Petrovna Zelenkova',
  'Thornfield Maritime Trading LLC',
  'Thornfield Holdings Ltd',
  'Mohammed Ali Hassan',
  'Mohammed Said Nasser',
  'Mohammed Omar Farouk',
  'สมศักดิ์ วงศ์สุวรรณ',
];
const match = createNameMatcher(listed.map((name, i): ListedName => ({ entryId: `DEMO${i}`, name, regime: 'Demo' })));
const found = (name: string): string[] => match(name, threshold).map((each) => each.name);

describe('match a name', () => {
  it.each([
    ['as it stands there', 'Ivanka Petrovna Zelenkova'],
    ['in another order, with a comma', 'ZELENKOVA, Ivanka Petrovna'],
    ['with accents and marks', 'Ívanka  Petrövna-Zelenkova'],
    ['with a title', 'Mrs Ivanka Petrovna Zelenkova'],
    ['with a letter wrong', 'Ivanka Petrovna Zelenkowa'],
    ['with a letter missing', 'Ivanka Petrvna Zelenkova'],
    ['with two letters swapped', 'Ivnaka Petrovna Zelenkova'],
    ['with a letter wrong in each word', 'Ivamka Petrowna Zelemkova'],
    ['without its middle', 'Ivanka Zelenkova'],
  ])('finds a name %s', (_, name) => {
    expect(found(name)).toEqual(['Ivanka Petrovna Zelenkova']);
  });

  it('finds a name in another script and without its legal form', () => {
    expect(found('นาย สมศักดิ์ วงศ์สุวรรณ')).toEqual(['สมศักดิ์ วงศ์สุวรรณ']);
    expect(found('Thornfield Maritime Trading')).toEqual(['Thornfield Maritime Trading LLC']);
  });

  it.each([
    'Somchai Prasert',
    'Ivan Petrov',
    'Mohammed Khan',
    'Thornton Marine Services Ltd',
    'Ashgrove',
    'X',
    '',
    '!!!',
  ])('does not match “%s”', (name) => {
    expect(found(name)).toEqual([]);
  });

  it('returns the rule and the score', () => {
    expect(match('Ivanka Petrovna Zelenkova', threshold)[0]).toMatchObject({
      rule: 'alike',
      score: 1,
      entryId: 'DEMO1',
    });
    const [dropped] = match('Ivanka Zelenkova', threshold);
    expect(dropped?.rule).toBe('first_and_last');
    expect(dropped?.score).toBeLessThan(threshold);
  });

  it('applies the given threshold', () => {
    const name = 'Ivamka Petrowna Zelemkova';
    expect(match(name, 0.99)).toEqual([]);
    expect(match(name, 0.8)).toHaveLength(1);
  });
});

it.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
  ['abc', 'xyz', 0],
  ['same', 'same', 1],
])('scores %s and %s at %s', (a, b, alike) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(alike, 3);
});

it('normalises to words without titles, marks and legal forms, and never to none', () => {
  expect(normaliseName('Dr. Jean-Luc O’Neill, Ltd.')).toEqual(['jean', 'luc', 'oneill']);
  expect(normaliseName('The Company Ltd')).toEqual(['the', 'company', 'ltd']);
});

import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse-search.ts';

const termsOf = (typed: string) => parseSearch(typed, '2026-11-24').terms;

describe('parse search', () => {
  it.each([
    ['Somchai', [[['somchai']]]],
    ['Zoë  MARTIN-Ångström', [[['zoe']], [['martin', 'angstrom']]]],
    ['สมชาย', [[['สมชาย']]]],
    ['ประเสริฐวงศ์', [[['ประเสร', 'ิฐวงศ์']]]],
    ['250', [[['=250.'], ['250']]]],
    ['1,234.5', [[['=1234.5']]]],
    ['1.234,50', [[['=1234.50']]]],
    ['1 234.50', [[['=1234.50']]]],
    ['-250.00', [[['=250.00']]]],
    ['179.44', [[['=179.44']]]],
    ['179.44 eur', [[['=179.44']], [['eur']]]],
    ['£250', [[['=250.', 'gbp']]]],
    ['250 eur', [[['=250.'], ['250']], [['eur']]]],
    ['14 nov', [[['@11-14'], ['14', 'nov']]]],
    ['nov 14 2026', [[['@2026-11-14'], ['nov', '14', '2026']]]],
    ['14 November 2026', [[['@2026-11-14'], ['14', 'november', '2026']]]],
    ['nov 2026', [[['@2026-11-'], ['nov', '2026']]]],
    ['may', [[['@05-'], ['may']]]],
    ['14/11/26', [[['@2026-11-14'], ['14', '11', '26']]]],
    ['2026-11-14', [[['@2026-11-14'], ['2026', '11', '14']]]],
    ['14.11', [[['@11-14'], ['=14.11']]]],
    ['yesterday', [[['@2026-11-23'], ['yesterday']]]],
    ['31.13', [[['=31.13']]]],
    ['somchai 14 nov 250', [[['somchai']], [['@11-14'], ['14', 'nov']], [['=250.'], ['250']]]],
  ])('reads %s', (typed, terms) => {
    expect(termsOf(typed)).toEqual(terms);
  });

  it.each(['', ' ', 's', '5', '%', '%_\\', "';--", '£'])('finds nothing to search in %j', (typed) => {
    expect(termsOf(typed)).toEqual([]);
  });

  it('drops wildcards and quotes inside words', () => {
    expect(termsOf("som%chai o'neil")).toEqual([[['som', 'chai']], [['o', 'neil']]]);
  });

  it('takes an account number in groups as one, and no name', () => {
    const wholeOf = (typed: string) => parseSearch(typed, '2026-11-24').wholeNumber;
    expect(wholeOf('DE89 3704 0044')).toBe('de8937040044');
    expect(wholeOf('20-29-59 63748472')).toBe('20295963748472');
    expect(wholeOf('somchai prasert')).toBeUndefined();
  });

  it('tells an amount with decimals from a number that may stand in a reference or an account number', () => {
    const hasAmount = (typed: string) => parseSearch(typed, '2026-11-24').hasAmount;
    for (const typed of ['179.44', 'somchai 1,234.5', '£12,00']) expect(hasAmount(typed), typed).toBe(true);
    for (const typed of ['250', 'INV-12.5', '20-29-59', '1.234', 'somchai'])
      expect(hasAmount(typed), typed).toBe(false);
  });

  it('reads no more than eight words', () => {
    expect(termsOf('ab '.repeat(30))).toHaveLength(8);
  });
});

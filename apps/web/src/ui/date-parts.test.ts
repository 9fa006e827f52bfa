import { expect, test } from 'vitest';
import { areDatePartsWhole, parseDateParts, parsePastedDate, toDateParts } from './date-parts.ts';

test.each([
  ['14', '8', '1994', '1994-08-14'],
  ['29', '02', '2004', '2004-02-29'],
  ['29', '02', '2005', undefined],
  ['31', '04', '1990', undefined],
  ['14', '13', '1994', undefined],
  ['14', '08', '94', undefined],
  ['', '08', '1994', undefined],
  ['14', '8', '2537', undefined],
])('%s %s %s is %s', (day, month, year, expected) => expect(parseDateParts({ day, month, year })).toBe(expected));

test.each([
  ['14/08/1994', { day: '14', month: '08', year: '1994' }],
  [' 14.8.1994 ', { day: '14', month: '8', year: '1994' }],
  ['14 - 08 - 1994', { day: '14', month: '08', year: '1994' }],
  ['1994-08-14', { day: '14', month: '08', year: '1994' }],
  ['14', undefined],
  ['14 August 1994', undefined],
])('pasted %j is %o', (text, expected) => expect(parsePastedDate(text)).toEqual(expected));

test('a saved date is shown in three figures', () => {
  expect(toDateParts('1994-08-14')).toEqual({ day: '14', month: '08', year: '1994' });
  expect(parseDateParts(toDateParts('1994-08-14'))).toBe('1994-08-14');
});

test.each([
  ['14', '8', '1994', true],
  ['31', '02', '1994', true],
  ['14', '8', '199', false],
  ['', '8', '1994', false],
])('%s %s %s is whole: %s', (day, month, year, whole) => expect(areDatePartsWhole({ day, month, year })).toBe(whole));

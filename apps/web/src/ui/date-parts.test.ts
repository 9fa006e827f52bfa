import { expect, test } from 'vitest';
import { parseDateParts } from './date-parts.ts';

test.each([
  ['14', '8', '1994', '1994-08-14'],
  ['29', '02', '2004', '2004-02-29'],
  ['29', '02', '2005', undefined],
  ['31', '04', '1990', undefined],
  ['14', '13', '1994', undefined],
  ['14', '08', '94', undefined],
  ['', '08', '1994', undefined],
])('%s %s %s is %s', (day, month, year, expected) => expect(parseDateParts({ day, month, year })).toBe(expected));

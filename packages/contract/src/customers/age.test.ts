import { expect, test } from 'vitest';
import { isOfAge } from './age.ts';

const noon = new Date('2026-11-24T12:00:00Z');

test.each([
  ['2008-11-24', noon, true],
  ['2008-11-25', noon, false],
  ['2008-06-16', new Date('2026-06-15T22:59:00Z'), false],
  ['2008-06-16', new Date('2026-06-15T23:00:00Z'), true],
  ['2008-02-29', new Date('2026-02-28T12:00:00Z'), false],
  ['2008-02-29', new Date('2026-03-01T12:00:00Z'), true],
  ['1906-11-25', noon, true],
  ['1906-11-24', noon, false],
])('born on %s is of age at %s: %s', (born, now, expected) => expect(isOfAge(born, now)).toBe(expected));

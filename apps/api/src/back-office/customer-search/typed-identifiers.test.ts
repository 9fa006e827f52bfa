import { expect, it } from 'vitest';
import { readIdentifiers } from './customer-search.read.ts';
import { maskTyped } from './customer-search.ts';

it.each([
  ['LM-48213', 'memberCode', 'LM-48213'],
  ['lm 48213', 'memberCode', 'LM-48213'],
  ['41728849', 'account', '41728849'],
  ['gb17 lark 0406 2141 7288 56', 'iban', 'GB17LARK04062141728856'],
  ['4417', 'card', '4417'],
  ['Anong@Example.com', 'email', 'anong@example.com'],
  ['inv2091a', 'reference', 'INV2091A'],
] as const)('reads %s as %s', (typed, kind, value) => {
  expect(readIdentifiers(typed)[kind]).toBe(value);
});

it('reads phone numbers with and without a country', () => {
  expect(readIdentifiers('+44 7700 900 123').phones).toEqual(['+447700900123']);
  expect(readIdentifiers('07700 900123').phones).toEqual(['+447700900123', '+667700900123']);
  expect(readIdentifiers('Anong').phones).toEqual([]);
});

it('reads words of names, and none of an e-mail address', () => {
  expect(readIdentifiers("Zoë O'Neil ศรีสุข").words).toEqual(['zoe', 'o', 'neil', 'ศรีสุข']);
  expect(readIdentifiers('a@b.co').words).toEqual([]);
});

it('keeps no name in full for the audit log', () => {
  expect(maskTyped('Anong Srisuk LM-48213')).toBe('An••• Sr•••• LM-48•••');
});

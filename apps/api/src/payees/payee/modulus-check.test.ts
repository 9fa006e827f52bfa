import { expect, test } from 'vitest';
import { passesModulusCheck } from './modulus-check.ts';

test.each([
  ['1', '089999', '66374958'],
  ['2', '107999', '88837491'],
  ['3', '202959', '63748472'],
  ['4', '871427', '46238510'],
  ['12, foreign-currency account', '938611', '07806039'],
  ['exception 5 with a substituted sort code', '938063', '55065200'],
])('accepts published case %s', (_, sortCode, accountNumber) => {
  expect(passesModulusCheck(sortCode, accountNumber)).toBe(true);
});

test.each([
  ['089999', '66374959'],
  ['107999', '88837493'],
  ['203099', '66831036'],
  ['938063', '15764273'],
])('refuses %s %s', (sortCode, accountNumber) => {
  expect(passesModulusCheck(sortCode, accountNumber)).toBe(false);
});

test('accepts a sort code that is not in the table', () => {
  expect(passesModulusCheck('999999', '12345678')).toBe(true);
});

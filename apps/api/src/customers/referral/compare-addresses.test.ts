import { expect, test } from 'vitest';
import { compareAddresses } from './compare-addresses.ts';

test.each([
  ['7 Long Lane', 'Long Lane 7', 'same'],
  ['7 Long Lane', '7, LONG LN.', 'same'],
  ['Flat 3, 7 High Street', '7 High St, Apt 3', 'same'],
  ['Unit 3 7 High Street', '3/7 High St.', 'same'],
  ['12 St John’s Road', '12, Saint Johns Rd', 'same'],
  ['12a Park Avenue', 'Park Ave 12 A', 'same'],
  ['Hauptstraße 5', '5 Hauptstr.', 'same'],
  ['7 Long Lane, EC1A 9HF', '7 Long Lane', 'same'],
  ['7 Lõng Lane', '7 Long Lane', 'same'],
  ['007 Long Lane', '7 Long Lane', 'same'],
  ['7 Long Lane', '7 Long Laen', 'similar'],
  ['Flat 3, 7 Long Lane', '7 Long Lane', 'similar'],
  ['Flat 3, 7 Long Lane', 'Flat 4, 7 Long Lane', 'different'],
  ['7 Long Lane', '9 Long Lane', 'different'],
  ['7 Long Lane', '7 Short Street', 'different'],
  ['', '', 'different'],
] as const)('%s and %s are %s', (one, other, expected) => {
  const [a, b] = [one, other].map((street) => ({ street, postcode: 'EC1A 9HF' }));
  if (!a || !b) throw new Error('two addresses');
  const spaced = { ...b, postcode: ' ec1a9hf' };
  expect([compareAddresses(a, spaced), compareAddresses(spaced, a)]).toEqual([expected, expected]);
  expect(compareAddresses(a, { ...b, postcode: 'EC1A 9HG' })).toBe('different');
});

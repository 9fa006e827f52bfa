import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsCardNumber, redactCardNumbers } from './card-number.ts';

test.each([
  ['4111111111111111', true],
  ['Card 4111 1111 1111 1111 please', true],
  ['5555-5555-5555-4444', true],
  ['378282246310005', true],
  ['Ref4222222222222', true],
  ['INV 20 4111111111111111', true],
  ['6304000000000000000', true],
  ['4111111111111112', false],
  ['411111111111', false],
  ['1234567890123456', false],
  ['Invoice 2026-11-21, 40 pieces', false],
  ['INV-2091', false],
  ['0000000000000000', false],
  ['04111111111111111', false],
  ['4000000000000000006', true],
  ['40000000000000000002', false],
  ['', false],
] as const)('%j contains a card number: %s', (text, is) => {
  expect(containsCardNumber(text)).toBe(is);
});

test('exactly one last digit of ten passes, at any position in the text', () => {
  const text = fc.stringMatching(/^[A-Za-z/ ]{0,5}$/);
  fc.assert(
    fc.property(fc.stringMatching(/^[2-6]\d{11,17}$/), text, text, (digits, before, after) => {
      const whole = Array.from('0123456789', (last) => `${before}${digits}${last}${after}`);
      expect(whole.filter(containsCardNumber)).toHaveLength(1);
    }),
  );
});

test('redaction leaves all other text unchanged', () => {
  expect(redactCardNumbers('{"a":"4111 1111 1111 1111","b":12.4111111111111111}')).toBe(
    '{"a":"[card number]","b":12.4111111111111111}',
  );
});

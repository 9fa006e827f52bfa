import { expect, it } from 'vitest';
import { plainRate } from './rate-input.ts';

it('converts a rate to a plain decimal and leaves other text unchanged', () => {
  expect(plainRate('1,18')).toBe('1.18');
  expect(plainRate(' 43.2500 ')).toBe('43.2500');
  for (const text of ['', '1,185', '1.1x', '1e2', '-1']) expect(plainRate(text)).toBe(text);
});

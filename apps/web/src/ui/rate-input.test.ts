import { expect, it } from 'vitest';
import { plainRate } from './rate-input.ts';

it('goes out as the plain decimal, or as it was typed where it is not one number', () => {
  expect(plainRate('1,18')).toBe('1.18');
  expect(plainRate(' 43.2500 ')).toBe('43.2500');
  for (const text of ['', '1,185', '1.1x', '1e2', '-1']) expect(plainRate(text)).toBe(text);
});

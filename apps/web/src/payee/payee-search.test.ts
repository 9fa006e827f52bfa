import { expect, it } from 'vitest';
import { fits } from './payee-search.ts';

const payee = { name: 'Somchai Prasert', nickname: 'Landlord', summary: '04-06-21 · 41728830' };

it('finds by name and nickname, whatever the case', () => {
  expect(fits(payee, 'PRAS')).toBe(true);
  expect(fits(payee, 'landl')).toBe(true);
  expect(fits({ ...payee, nickname: null }, 'landl')).toBe(false);
});

it('finds by the numbers, however they are written', () => {
  expect(fits(payee, '04-06')).toBe(true);
  expect(fits(payee, '4172 88')).toBe(true);
  expect(fits(payee, '9999')).toBe(false);
});

it('finds everybody for nothing typed', () => {
  expect(fits(payee, ' ')).toBe(true);
});

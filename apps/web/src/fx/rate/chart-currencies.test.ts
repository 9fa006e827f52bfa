import { expect, test } from 'vitest';
import { offeredCurrencies } from './chart-currencies.ts';

test('offers GBP, THB and EUR to visitors', () => {
  expect(offeredCurrencies([])).toEqual(['GBP', 'THB', 'EUR']);
});

test('also offers held currencies that have a chart', () => {
  expect(offeredCurrencies(['JPY', 'GBP', 'SEK'])).toEqual(['GBP', 'THB', 'EUR', 'JPY']);
});

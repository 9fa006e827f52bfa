import { expect, test } from 'vitest';
import { offeredCurrencies } from './chart-currencies.ts';

test('whoever is not known is offered pounds, baht and euros', () => {
  expect(offeredCurrencies([])).toEqual(['GBP', 'THB', 'EUR']);
});

test('what somebody holds is offered too, as far as there is a chart of it', () => {
  expect(offeredCurrencies(['JPY', 'GBP', 'SEK'])).toEqual(['GBP', 'THB', 'EUR', 'JPY']);
});

import { expect, test } from 'vitest';
import { parseEmbeddedChoice } from './embedded-choice.ts';
import type { ChartChoice } from './rate.api.ts';

const usual: ChartChoice = { from: 'GBP', to: 'THB', timeframe: '1H' };
const unnamed = { first: usual, currencies: ['GBP', 'THB', 'EUR'] };

test('shows the default chart without parameters', () => {
  expect(parseEmbeddedChoice({}, usual)).toEqual(unnamed);
});

test('offers currencies in the requested order and shows the first two', () => {
  expect(parseEmbeddedChoice({ currencies: 'CHF,gbp, EUR,CHF' }, usual)).toEqual({
    first: { ...usual, from: 'CHF', to: 'GBP' },
    currencies: ['CHF', 'GBP', 'EUR'],
  });
});

test('ignores a pair outside of the offered currencies', () => {
  const pair = (asked: Record<string, unknown>) => {
    const { from, to } = parseEmbeddedChoice(asked, usual).first;
    return `${from} ${to}`;
  };
  expect(pair({ currencies: 'EUR,GBP,USD', from: 'USD', to: 'GBP' })).toBe('USD GBP');
  expect(pair({ currencies: 'EUR,GBP', from: 'THB', to: 'GBP' })).toBe('EUR GBP');
  expect(pair({ from: 'EUR', to: 'EUR' })).toBe('GBP THB');
});

test('offers a requested pair besides the default currencies', () => {
  const { first, currencies } = parseEmbeddedChoice({ from: 'USD', to: 'GBP' }, usual);
  expect([first.from, first.to, currencies]).toEqual(['USD', 'GBP', ['GBP', 'THB', 'EUR', 'USD']]);
});

test.each([
  { currencies: 'GBP' },
  { currencies: 'XXX,YYY,GBP' },
  { currencies: ['GBP', 'EUR'] },
  { currencies: 5 },
  { timeframe: '2H' },
  { timeframe: 5 },
])('ignores invalid parameters: %j', (asked) => {
  expect(parseEmbeddedChoice(asked, usual)).toEqual(unnamed);
});

import { rateOf, readRate } from '@larkmere/money/rate';
import { expect, test } from 'vitest';
import { changeOf } from './rate-change.ts';

const rate = (text: string) => readRate('GBP', 'THB', text);

test.each([
  ['40', '50', '10.0000', '25.00'],
  ['50', '40', '-10.0000', '-20.00'],
  ['43.3366', '43.3366', '0.0000', '0.00'],
  ['43.3366', '43.4366', '0.1000', '0.23'],
  ['1.1602', '1.1603', '0.00010', '0.01'],
  ['123456', '123456.00005', '0.0000', '0.00'],
  ['123456', '123456.00015', '0.0002', '0.00'],
  ['0.0046617', '0.0046618', '0.00000010', '0.00'],
  ['0.0046617', '0.0093234', '0.00466170', '100.00'],
  ['200', '200.01', '0.0100', '0.00'],
  ['200', '200.03', '0.0300', '0.02'],
])('from %s to %s is %s, %s per cent of the first', (first, last, change, changePercent) => {
  expect(changeOf(rate(first), rate(last))).toEqual({ change, changePercent });
});

test('is exact for rates that are no decimals', () => {
  expect(changeOf(rateOf('GBP', 'THB', 100n, 3n), rateOf('GBP', 'THB', 200n, 7n))).toEqual({
    change: '-4.7619',
    changePercent: '-14.29',
  });
});

test('is zero while a rate is missing', () => {
  const none = { change: '0.0000', changePercent: '0.00' };
  for (const [first, last] of [
    [undefined, undefined],
    [rate('40'), undefined],
    [undefined, rate('40')],
  ])
    expect(changeOf(first, last)).toEqual(none);
});

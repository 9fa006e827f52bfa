import { expect, test } from 'vitest';
import { checkFarTarget } from './far-target.ts';
import { type Rate, readRate } from './rate.ts';

const rate = (text: string): Rate => {
  const read = readRate('GBP', 'THB', text);
  if (!read) throw new Error(text);
  return read;
};

test.each([
  ['48', undefined],
  ['48.0001', { side: 'above', percent: 20 }],
  ['32', undefined],
  ['31.9999', { side: 'below', percent: 20 }],
  ['40', undefined],
  ['400', { side: 'above', percent: 900 }],
  ['4', { side: 'below', percent: 90 }],
])('from 40, a target of %s is %j', (target, expected) => {
  expect(checkFarTarget(rate(target), rate('40'))).toEqual(expected);
});

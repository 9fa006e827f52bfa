import { ownerThreshold as contractThreshold } from '@larkmere/contract/customers/kyc-requirements';
import { expect, it } from 'vitest';
import { ownerThreshold, parseShare, shareFault, shareText } from './share-text.ts';

it.each([
  ['60', 60],
  [' 33.33 ', 33.33],
  ['12,5', 12.5],
  ['40 %', 40],
  ['100', 100],
  ['0', 0],
  ['100.01', undefined],
  ['33.333', undefined],
  ['-1', undefined],
  ['half', undefined],
  ['', undefined],
])('the share "%s" is %s', (text, share) => expect(parseShare(text)).toBe(share));

it.each([
  [60, '60'],
  [33.33, '33.33'],
  [100 - 66.67, '33.33'],
  [12.5, '12.5'],
])('%s is shown as %s', (percent, text) => expect(shareText(percent)).toBe(text));

it('asks for directors, and for owners from the threshold of the contract', () => {
  expect(ownerThreshold).toBe(contractThreshold);
  expect(shareFault(25, false)).toBeUndefined();
  expect(shareFault(24.99, false)).toBe('neither');
  expect(shareFault(0, true)).toBeUndefined();
  expect(shareFault(undefined, true)).toBe('shareWrong');
});

import { expect, test } from 'vitest';
import { keysOf, present, recordOf, zip } from './values.ts';

test('what is present is returned, also if it is empty, and what is not is named', () => {
  expect([present('', 'a text'), present(0, 'a number'), present(false, 'a flag')]).toEqual(['', 0, false]);
  for (const missing of [undefined, null])
    expect(() => present(missing, 'the receipt')).toThrow('the receipt is missing');
});

test('keys and records keep their order', () => {
  const record = recordOf(['b', 'a'], (key) => key.toUpperCase());
  expect([keysOf(record), record]).toEqual([['b', 'a'], { b: 'B', a: 'A' }]);
});

test('lists are paired place by place, also what is undefined, and only with as many others', () => {
  expect(zip([1, 2], ['one', undefined])).toEqual([
    [1, 'one'],
    [2, undefined],
  ]);
  expect(zip([], [])).toEqual([]);
  expect(() => zip([1, 2], ['one'])).toThrow('1 values for 2');
  expect(() => zip([1], ['one', 'two'])).toThrow('2 values for 1');
});

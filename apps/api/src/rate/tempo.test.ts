import { expect, test } from 'vitest';
import { tempo } from './tempo.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 18, 12, 0, second));

test('so many turns a minute, each name for itself, and again when the minute is over', () => {
  const turn = tempo(3);
  for (const second of [0, 1, 2]) turn('one', at(second));
  expect(() => turn('one', at(20))).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 40 }));
  turn('two', at(20));
  turn('one', at(60));
});

import { expect, test } from 'vitest';
import { createRateLimiter } from './rate.routes.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 18, 12, 0, second));

test('limits requests per minute for each key, and resets after the minute', () => {
  const turn = createRateLimiter(3);
  for (const second of [0, 1, 2]) turn('one', at(second));
  expect(() => turn('one', at(20))).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 40 }));
  turn('two', at(20));
  turn('one', at(60));
});

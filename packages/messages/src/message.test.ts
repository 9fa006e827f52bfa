import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { message } from './message.ts';

const limit = money('GBP', 25_000n);

test('is plain JSON, with money as a decimal', () => {
  const built = message('pin_cooling_limit', { hours: 24, limit });
  expect(built).toEqual({
    code: 'pin_cooling_limit',
    params: { hours: 24, limit: { amount: '250.00', currency: 'GBP' } },
  });
  expect(JSON.parse(JSON.stringify(built))).toEqual(built);
});

test('takes exactly the parameters of its text', () => {
  message('pin_exists');
  // @ts-expect-error: unknown code
  message('no_such_text');
  // @ts-expect-error: superfluous parameters
  message('pin_exists', { left: 2 });
  // @ts-expect-error: missing parameters
  message('pin_wrong_tries_left');
  // @ts-expect-error: wrong type
  message('pin_wrong_tries_left', { left: '2' });
  // @ts-expect-error: one of two is missing
  message('pin_cooling_limit', { hours: 24 });
  // @ts-expect-error: one too many
  const built = message('pin_cooling_limit', { hours: 24, limit, left: 1 });
  expect(Object.keys(built.params)).toContain('limit');
});

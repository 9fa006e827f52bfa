import { endpoints } from '@larkmere/contract/contract';
import { expect, test } from 'vitest';
import { retainsIdempotencyKey } from './idempotency.ts';

const withKey = endpoints.filter(({ input }) => 'idempotency' in input.shape);
const names = (chosen: typeof withKey) => chosen.map(({ method, path }) => `${method} ${path}`);
const retained = names(withKey.filter(retainsIdempotencyKey));
const notRetained = names(withKey.filter((endpoint) => !retainsIdempotencyKey(endpoint)));

test('retains the keys of all calls that move money, whatever their access right', () => {
  expect(retained).toEqual(
    expect.arrayContaining([
      'POST /v1/payment/GBP',
      'POST /v1/fx/convert',
      'POST /v1/standing-order',
      'POST /v1/bankaccount/pis/payment',
      'POST /v1/team-approval/{uid}/approve',
      'POST /v1/manage/review/{uid}/release',
      'POST /v1/manage/compensation/{uid}/approve',
      'POST /v1/manage/position/cover',
    ]),
  );
  expect(retained.filter((name) => name.includes('/auto-fx') || name.includes('/manual-fx')).length).toBeGreaterThan(2);
});

test('does not retain the keys of quotes and of calls that return a secret', () => {
  expect(notRetained).toEqual(
    expect.arrayContaining(['POST /v1/payment/fxrate', 'POST /v1/pin/verify', 'POST /v1/login']),
  );
});
